"""Ask the server of this container whether it works: exit status 0 if it does, else 1.

The slim image has no curl. A server with --allow-host must allow `localhost`, too: this request,
like every other, is refused for a name that the server does not answer to.
"""

import http.client
import os
import sys

PORT = int(os.environ.get("FOURFOLD_HEALTH_PORT", "8444"))


def main() -> int:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        print(answer.status, answer.read().decode())
    except (OSError, http.client.HTTPException) as error:
        print("no answer:", error)
        return 1
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())

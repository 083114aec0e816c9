"""Ask the server of this container whether it can work: exit status 0 if it can, else 1.

`/readyz` says whether the database can be written; `/healthz`, that the server is alive.

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
        connection.request("GET", "/readyz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        print(answer.status, answer.read().decode())
    except (OSError, http.client.HTTPException) as error:
        print("no answer:", error)
        return 1
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())

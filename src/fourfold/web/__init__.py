"""The game in the browser: a server with a JSON API, live events, and the page itself.

    request ──> middleware ──> routes ──> play ──> store     the rules are the server's alone
                                 │
                               live ──> watchers             who is there, and what they are told
                                 │
                             thinking                        agents, while somebody is there

`api` declares what requests and answers hold; `services` is everything that one process has.
docs/web.md describes the API and how to run the server.
"""

"""The game in the browser: a server with a JSON API, live events, and the page itself.

    request ──> routes ──> games ──> store           the rules are the server's alone
                             │
                           lobby ──> watchers        who is there, and what they are told
                             │
                        thinking pool                agents, while somebody is there

docs/web.md describes the API and how to run the server.
"""

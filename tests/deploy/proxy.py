"""A real nginx with the configuration of `deploy/`, in a folder of its own and on free ports."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import httpx2

from tests.deploy.files import DEPLOY, NAME, PATIENCE
from tests.store.postgres import free_port
from tests.waiting import wait_for

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class NoNginxError(Exception):
    """Why there can be no nginx here."""


class Proxy:
    """nginx in front of a server; what it is told differs from `deploy/` in paths and ports only.

    Used in a `with` statement, it runs.
    """

    def __init__(self, server: str, changes: Mapping[str, str] | None = None) -> None:
        """server: where the server listens, `127.0.0.1:8444`; changes: texts to replace."""
        self._program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if self._program is None or shutil.which("openssl") is None:
            raise NoNginxError("there is no nginx, or no openssl")
        self.http_port, self.port = free_port(), free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="fourfold-nginx-"))
        self.folder.chmod(0o755)  # its workers are of another user
        self._certify()
        self._configure(server, changes or {})
        self._process: subprocess.Popen[bytes] | None = None

    def _certify(self) -> None:
        """Make a certificate for a day that nobody has signed."""
        names = f"subjectAltName=DNS:{NAME}"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-days", "1"]
        command += ["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={NAME}"]
        command += ["-addext", names, "-out", "fullchain.pem", "-keyout", "privkey.pem"]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def _configure(self, server: str, changes: Mapping[str, str]) -> None:
        values = {
            "FOURFOLD_NAME": NAME,
            "FOURFOLD_SERVER": server,
            "FOURFOLD_CERTIFICATES": str(self.folder),
        }
        site = (DEPLOY / "nginx/fourfold.conf.template").read_text("utf-8")
        for old, new in changes.items():
            assert old in site, f"the site does not say {old!r}"
            site = site.replace(old, new)
        site = site.replace("/var/log/nginx/", f"{self.folder}/")
        site = re.sub(r"\$\{(FOURFOLD_\w+)\}", lambda found: values[found[1]], site)
        (self.folder / "conf.d").mkdir()
        (self.folder / "conf.d/fourfold.conf").write_text(self._on_free_ports(site), "utf-8")
        main = (DEPLOY / "nginx/nginx.conf").read_text("utf-8")
        main = main.replace("/run/nginx.pid", f"{self.folder}/nginx.pid")
        main = main.replace("/etc/nginx/conf.d", f"{self.folder}/conf.d")
        places = [f"{kind}_temp_path {self.folder}/{kind};" for kind in _TEMPORARY]
        main = main.replace("http {", "http {\n" + "\n".join(places))
        (self.folder / "nginx.conf").write_text(self._on_free_ports(main), "utf-8")

    def _on_free_ports(self, text: str) -> str:
        text = re.sub(r"^( *listen) 80\b", rf"\1 127.0.0.1:{self.http_port}", text, flags=re.M)
        return re.sub(r"^( *listen) 443\b", rf"\1 127.0.0.1:{self.port}", text, flags=re.M)

    def check(self, main: Path | None = None) -> tuple[int, str]:
        """Return the status of `nginx -t`, and what it says; main: another main file."""
        command = [*self._command(main), "-t"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def _command(self, main: Path | None = None) -> list[str]:
        assert self._program is not None
        file = main or self.folder / "nginx.conf"
        return [self._program, "-p", str(self.folder), "-e", "stderr", "-c", str(file)]

    def __enter__(self) -> Self:
        with (self.folder / "log").open("wb") as log:
            command = [*self._command(), "-g", "daemon off;"]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(self._answers)
        return self

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text()
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    # What visitors do

    def tls(self) -> ssl.SSLContext:
        """A visitor's settings: only this proxy's certificate counts."""
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    def client(self, address: str = "127.0.0.1") -> httpx2.Client:
        """A client of the site; address: which of this machine's it calls from."""

        def name_the_site(request: httpx2.Request) -> None:
            request.extensions = {**request.extensions, "sni_hostname": NAME}

        return httpx2.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": NAME},
            transport=httpx2.HTTPTransport(verify=self.tls(), local_address=address),
            event_hooks={"request": [name_the_site]},
            timeout=PATIENCE,
        )

    def connect(self, name: str = NAME, protocols: tuple[str, ...] = ()) -> ssl.SSLSocket:
        """Return a connection that has named the host; ssl.SSLError if it is not taken."""
        context = self.tls()
        context.set_alpn_protocols(list(protocols))
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        try:
            return context.wrap_socket(plain, server_hostname=name)
        except BaseException:
            plain.close()
            raise

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection for an event stream."""
        return _Connection(self)


class _Connection(http.client.HTTPConnection):
    """An HTTP connection to the site, by its name."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(NAME, timeout=PATIENCE)
        self._proxy = proxy

    def connect(self) -> None:
        self.sock = self._proxy.connect()

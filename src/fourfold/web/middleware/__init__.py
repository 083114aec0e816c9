"""What every request passes through before the app sees it, outermost first.

One small middleware for each job. What Starlette and uvicorn do well is theirs: `proxy` hands
X-Forwarded-For and -Proto on to uvicorn. Nothing here knows about games.
"""

from starlette.middleware import Middleware

from fourfold.web.metrics import Metrics
from fourfold.web.middleware.access_log import AccessLogMiddleware
from fourfold.web.middleware.allowed_hosts import AllowedHostsMiddleware
from fourfold.web.middleware.body_limit import BodyLimitMiddleware
from fourfold.web.middleware.cross_site import CrossSiteMiddleware
from fourfold.web.middleware.internal_errors import InternalErrorMiddleware
from fourfold.web.middleware.proxy import ProxyMiddleware
from fourfold.web.middleware.request_id import RequestIdMiddleware, RouteMiddleware
from fourfold.web.middleware.request_metrics import MetricsMiddleware
from fourfold.web.middleware.root_path import RootPathMiddleware
from fourfold.web.middleware.security_headers import SecurityHeadersMiddleware
from fourfold.web.settings import Settings


def all_middleware(settings: Settings, metrics: Metrics) -> list[Middleware]:
    """Return the middlewares of the app, outermost first: the order matters."""
    return [
        Middleware(ProxyMiddleware, trusted=settings.trusted),  # the log names the real client
        Middleware(RequestIdMiddleware),
        Middleware(AccessLogMiddleware, form=settings.log),
        Middleware(MetricsMiddleware, metrics=metrics),
        Middleware(SecurityHeadersMiddleware),  # also on the answers of those below
        Middleware(InternalErrorMiddleware),
        Middleware(RootPathMiddleware, root_path=settings.root_path),
        Middleware(AllowedHostsMiddleware, hosts=settings.hosts),
        Middleware(CrossSiteMiddleware, hosts=settings.hosts),
        Middleware(BodyLimitMiddleware),
        Middleware(RouteMiddleware),  # innermost: the app writes into the scope that it is given
    ]

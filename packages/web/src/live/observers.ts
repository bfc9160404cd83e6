/** The operator's services for errors and usage. Without one nothing is loaded and nothing leaves the page (decision 0170). */
import { setBy } from '../components/links.ts'
import { onAddress } from '../components/router.ts'
import { onCallDone } from './api.ts'
import { record, sendFailuresTo } from './report.ts'
import { useSession } from './session.ts'
import { VERSION } from './version.ts'

const release = `parley@${VERSION}`
const path = (): string => location.pathname

/** `keepalive` completes the request when the page is closed. No code waits for the response. */
const post = (address: string, body: string): void =>
  void fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit', mode: 'no-cors' }).catch(() => undefined)

export function startObservers(): void {
  addEventListener('error', ({ error, message }) => record('The page failed.', error ?? message, 'ERROR'))
  addEventListener('unhandledrejection', ({ reason }) => record('The page failed.', reason))
  const dsn = setBy('error-report-dsn')
  if (dsn !== undefined)
    void import('./error-reports.ts').then(({ createErrorReports }) => sendFailuresTo(createErrorReports({ dsn, release, post, path })))
  const [url, key] = [setBy('analytics-url'), setBy('analytics-key')]
  if (url !== undefined && key !== undefined) void startAnalytics(url, key)
}

async function startAnalytics(url: string, key: string): Promise<void> {
  const { createAnalytics } = await import('./analytics.ts')
  const { identify, track, now } = createAnalytics({ url, key, release, post })
  const follow = ({ session }: ReturnType<typeof useSession.getState>) => {
    if (session.state === 'SIGNED_OUT' && session.why !== undefined) track('signed out', { reason: session.why })
    if (session.state !== 'LOOKING') identify(session.state === 'SIGNED_IN' ? session.user.id : undefined)
  }
  follow(useSession.getState())
  useSession.subscribe(follow)
  let shown: string | undefined
  const look = () => {
    if (path() !== shown) track('$pageview', { $pathname: (shown = path()) })
  }
  look()
  onAddress(look)
  onCallDone(
    ({ call, isRefused }) => call.method !== 'GET' && track(isRefused ? 'call refused' : 'call', { call: `${call.method} ${call.path}` }),
  )
  addEventListener('pagehide', now)
}

/** The provider of a firm, as OpenID Connect 1.0 describes it: code flow with PKCE, state, nonce, and an ID token whose signature is checked (`openid-client`). */
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client'

export type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The address to which the provider sends the browser back. */
  readonly returnTo: string
}
/** Values that the answer must carry or match. The browser sees only the state. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string }
/** UNAVAILABLE: the provider did not respond as a provider does. REFUSED: it, or a check of its answer, refused. */
export type ProviderProblem = { readonly problem: 'UNAVAILABLE' | 'REFUSED'; readonly why: string }

const SCOPE = 'openid email profile'
const TIMEOUT_S = 10
/** Providers rotate their keys and move their addresses rarely. */
const KEPT_MS = 3_600_000

export type Provider = {
  begin(loginHint: string): Promise<{ readonly url: string; readonly checks: Checks } | ProviderProblem>
  /** `answer` is the query of the address to which the browser came back. */
  finish(answer: string, checks: Checks): Promise<IDToken | ProviderProblem>
}

export const isProblem = (value: object): value is ProviderProblem => 'problem' in value

export function createProvider({ issuer, clientId, clientSecret, returnTo }: ProviderSettings, now: () => number): Provider {
  let kept: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined
  const configured = (): Promise<Configuration> => {
    if (kept === undefined || now() - kept.at > KEPT_MS) {
      const asked = discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        execute: [enableNonRepudiationChecks, ...(isOnThisMachine(issuer) ? [allowInsecureRequests] : [])],
      })
      kept = { configuration: asked, at: now() }
      // The next sign-in asks again.
      asked.catch(() => (kept = undefined))
    }
    return kept.configuration
  }
  return {
    async begin(loginHint) {
      try {
        const configuration = await configured()
        const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: returnTo,
          scope: SCOPE,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
          login_hint: loginHint,
        })
        return { url: url.href, checks }
      } catch (error) {
        return { problem: 'UNAVAILABLE', why: reasonOf(error) }
      }
    },
    async finish(answer, { state, nonce, verifier }) {
      const url = new URL(returnTo)
      url.search = answer
      try {
        const tokens = await authorizationCodeGrant(await configured(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return tokens.claims()!
      } catch (error) {
        return { problem: isAnswer(error) ? 'REFUSED' : 'UNAVAILABLE', why: reasonOf(error) }
      }
    },
  }
}

/** A provider on the same machine may be asked without TLS. */
const isOnThisMachine = (issuer: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(issuer).hostname)

/** A refusal by the provider, or a check that its answer failed. A lost connection is neither. */
const isAnswer = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError ||
  error instanceof ResponseBodyError ||
  (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && !(error.cause instanceof DOMException))

/** For the log. It contains no token: these errors name the check that failed. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { readonly code?: unknown; readonly cause?: unknown }
  return [message, code, cause instanceof Error ? cause.message : undefined].filter((part) => typeof part === 'string').join(' · ')
}

/** Why the browser created or used no passkey. */

/** `DISMISSED` is the user's choice and needs no message. */
export type PasskeyProblem = { readonly problem: 'DISMISSED' | 'KNOWN' | 'UNSUITABLE' | 'NOT_HERE'; readonly message: string }

/** The names are the browser's own (WebAuthn level 3, 5.1). `host` is the host name to which the server binds passkeys. */
export function passkeyProblem(name: string, host: string | undefined): PasskeyProblem {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return { problem: 'DISMISSED', message: 'No passkey was used.' }
    case 'InvalidStateError':
      return { problem: 'KNOWN', message: 'This device already has a passkey for your account.' }
    case 'SecurityError':
      return { problem: 'NOT_HERE', message: `Passkeys do not work at ${location.hostname}. Open Parley at ${host ?? 'its main address'}.` }
    default:
      return {
        problem: 'UNSUITABLE',
        message: 'This device cannot store a passkey that verifies you (PIN, fingerprint or face). Use another device.',
      }
  }
}

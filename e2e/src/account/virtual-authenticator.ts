/** Chromium's virtual authenticator: a device with a fingerprint reader, with a finger always on it. */
import { alter, type Person } from '../browser.ts'

export type VirtualAuthenticator = {
  /** Whether the device recognises the finger. */
  recognises(finger: 'the-owner' | 'a-stranger'): Promise<void>
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Resets its passkey to an earlier use count, as in a cloned authenticator. */
  turnBackTo(signCount: number): Promise<void>
}

export async function plugInAuthenticator(person: Person): Promise<VirtualAuthenticator> {
  alter(person)
  const { context, page } = person
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const held = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    async recognises(finger) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: finger === 'the-owner' })
    },
    count: async () => (await held()).length,
    async turnBackTo(signCount) {
      const [credential] = await held()
      if (credential === undefined) throw new Error('the authenticator holds no passkey')
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
    },
  }
}

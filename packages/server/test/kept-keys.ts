/** Keys of a test's product that is closed and started again. Like any program, the test keeps the key pair that it was shown. */
import type { KeyPair, KeySockets, Operator } from '../src/operator/operator.ts'

/** By database, desk and name. */
const accessKeys = new Map<string, string>()

type KeptKey = { readonly databaseUrl: string; readonly desk: string; readonly name: string; readonly sockets?: KeySockets }

export async function keepKey(operator: Operator, { databaseUrl, desk, name, sockets = 'COMPATIBLE' }: KeptKey): Promise<KeyPair> {
  const place = `${databaseUrl} ${desk} ${name}`
  const pair = await operator.keepApiKey(desk, name, sockets, accessKeys.get(place))
  accessKeys.set(place, pair.accessKey)
  return pair
}

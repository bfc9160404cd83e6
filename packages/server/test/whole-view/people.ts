/** The users of a desk that looks: each reads with their own role, and the desk's key reads as well. */
import type { DeskRole } from '@parley/core'
import { PASSWORD, type Answer, type TestProduct } from '../product.ts'
import type { Sender } from './viewer.ts'

export type Senders = Readonly<Record<'key' | 'viewer', Sender>> & { readonly administrator: PersonSender }

export type Peopled<Desk> = {
  readonly product: Pick<TestProduct, 'server' | 'send' | 'signIn'>
  /** Signed by the desk's key. */
  as(desk: Desk, method: string, path: string): Promise<Answer>
  /** Lets a millisecond pass. */
  pass(ms: number): void
}

export type PersonSender = (method: string, path: string, body?: object) => Promise<Answer>

export async function peopleOf<Desk extends string>({ product, as, pass }: Peopled<Desk>, desk: Desk): Promise<Senders> {
  const userOf = (role: DeskRole) => signedInUser({ product, pass }, desk, role)
  return { key: (method, path) => as(desk, method, path), viewer: await userOf('viewer'), administrator: await userOf('administrator') }
}

export async function signedInUser(
  { product, pass }: Pick<Peopled<string>, 'product' | 'pass'>,
  desk: string,
  role: DeskRole,
): Promise<PersonSender> {
  const email = `${role}@${desk.toLowerCase()}.example`
  // Each has its own time, so that lists are always in the same order.
  pass(1)
  await product.server.operator.createUser({ email, password: PASSWORD, firstName: role, lastName: desk, desk, role })
  const token = await product.signIn(email)
  return (method, path, body) =>
    product.send(method, path, {
      headers: { authorization: `Token ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

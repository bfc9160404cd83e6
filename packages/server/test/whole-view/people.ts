/** The users of a desk that looks: each reads with their own role, and the desk's key reads as well. */
import { PASSWORD, type Answer, type TestProduct } from '../product.ts'
import type { Sender } from './viewer.ts'

export type Senders = Readonly<Record<'key' | 'viewer' | 'administrator', Sender>>

export type Peopled<Desk> = {
  readonly product: Pick<TestProduct, 'server' | 'send' | 'signIn'>
  /** Signed by the desk's key. */
  as(desk: Desk, method: string, path: string): Promise<Answer>
  /** Lets a millisecond pass. */
  pass(ms: number): void
}

export async function peopleOf<Desk extends string>({ product, as, pass }: Peopled<Desk>, desk: Desk): Promise<Senders> {
  const userOf = async (role: 'viewer' | 'administrator'): Promise<Sender> => {
    const email = `${role}@${desk.toLowerCase()}.example`
    // Each has its own time, so that lists are always in the same order.
    pass(1)
    await product.server.operator.createUser({ email, password: PASSWORD, firstName: role, lastName: desk, desk, role })
    const token = await product.signIn(email)
    return (method, path) => product.send(method, path, { headers: { authorization: `Token ${token}` } })
  }
  return { key: (method, path) => as(desk, method, path), viewer: await userOf('viewer'), administrator: await userOf('administrator') }
}

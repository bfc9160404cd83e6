/** Steps that tests of onboarding repeat: invite, read the email, send the form. */
import type { InvitationView } from '@parley/contracts'
import type { Answer, TestProduct } from './product.ts'

export const NEW_PASSWORD = 'quiet harbour 71'

export const as = (
  { send }: Pick<TestProduct, 'send'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  send(method, path, {
    headers: { authorization: `Token ${token}`, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

export type Invited = InvitationView & { readonly key: string; readonly link: URL }

/** Invites a user as the administrator with this token, and reads the key in the email. */
export async function invite(product: TestProduct, token: string, person: Readonly<Record<string, unknown>>): Promise<Invited> {
  const answer = await as(product, token, 'POST', '/account/desk/invitations/', { role: 'trader', ...person })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  const invitation = answer.json as InvitationView
  return { ...invitation, ...(await mailTo(product, invitation.email)) }
}

export async function mailTo(product: TestProduct, email: string): Promise<{ readonly key: string; readonly link: URL }> {
  const mail = (await product.mails(email)).find(({ kind }) => kind === 'Invitation')!
  const link = new URL(mail.links.find((each) => each.includes('/register/'))!)
  return { key: link.searchParams.get('key')!, link }
}

export const formOf = (key: string, email: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  invitation_key: key,
  first_name: 'Noor',
  last_name: 'Haddad',
  date_of_birth: '1991-05-17',
  email,
  country_of_residence: 'SG',
  password: NEW_PASSWORD,
  password_confirmation: NEW_PASSWORD,
  has_accepted_non_us_agreement: true,
  ...more,
})

export const join = ({ send }: Pick<TestProduct, 'send'>, form: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send('POST', '/account/create-user/', { body: JSON.stringify(form), headers })

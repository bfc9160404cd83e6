/** The demo's mailbox in a test. */
import type { Product } from '../product.ts'

export type Email = { readonly to: string; readonly kind: string; readonly subject: string; readonly text: string }

const WITHIN_MS = 45_000

/** The newest email of a kind to a user; waits until there is one. */
export async function emailTo({ baseUrl }: Product, to: string, kind: string, withinMs = WITHIN_MS): Promise<Email> {
  const until = Date.now() + withinMs
  for (;;) {
    const response = await fetch(`${baseUrl}/dev/mail/messages?to=${encodeURIComponent(to)}`)
    const { results } = (await response.json()) as { results: readonly Email[] }
    const email = results.find((one) => one.kind === kind)
    if (email !== undefined) return email
    if (Date.now() > until) throw new Error(`no letter of kind ${kind} to ${to}; there are: ${results.map((one) => one.kind).join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The link in an email to a path of the product. */
export function linkIn({ text }: Email, path: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((one) => new URL(one).pathname === path)
  if (link === undefined) throw new Error(`the letter has no link to ${path}:\n${text}`)
  return link
}

/** Signing in through a firm's own provider (OpenID Connect): whose sign-on it is, and which role its claims give. */
import { deskRoles, type DeskRole } from './roles.ts'

/** One row of a firm's list: members with this value in the role claim get this role. */
export type ClaimRole = { readonly role: DeskRole; readonly value: string }

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** A domain of email addresses in lower case, or undefined if the text is not one. */
export function emailDomain(typed: string): string | undefined {
  const domain = typed.trim().toLowerCase()
  return DOMAIN.test(domain) ? domain : undefined
}

/** The domain of an email address. */
export const domainOfEmail = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** `administrator=parley-admins`: a role and the value that gives it. Undefined if it is not of this form. */
export function readClaimRole(typed: string): ClaimRole | undefined {
  const at = typed.indexOf('=')
  const [name, value] = [typed.slice(0, Math.max(0, at)).trim(), typed.slice(at + 1).trim()]
  const role = deskRoles.find((one) => one === name)
  return role === undefined || value === '' ? undefined : { role, value }
}

/** The role of the first row that matches one of the values, so that the order of the rows decides between two. Undefined if none matches. */
export const roleOfClaims = (rows: readonly ClaimRole[], values: readonly string[]): DeskRole | undefined =>
  rows.find(({ value }) => values.includes(value))?.role

/** The texts of a claim, which a provider sends as one text, as texts separated by spaces, or as a list. Anything else gives none. */
export function claimTexts(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return [...new Set([claim, ...claim.split(/\s+/)])].filter((text) => text !== '')
  return Array.isArray(claim) ? claim.filter((text) => typeof text === 'string') : []
}

/** Methods of RFC 8176 that mean more than a password: several factors, or a device that holds a key. */
const STRONG_METHODS = ['mfa', 'hwk', 'swk', 'sc', 'otp', 'fpt', 'face']

/** Whether the provider states that it has checked a second factor (claim `amr`, RFC 8176). */
export const hasSecondFactor = (amr: unknown): boolean => claimTexts(amr).some((method) => STRONG_METHODS.includes(method))

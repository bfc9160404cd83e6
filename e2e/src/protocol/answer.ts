/** A response, as a program that does not use our types reads it. */

/** Tests check responses member by member, so the type promises nothing. */
export type Json = { readonly [member: string]: unknown } & readonly unknown[]
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: Json }

/** An answer to a request, as a program reads it that knows nothing of our types. */

/** Tests check answers member by member, so the type promises nothing. */
export type Json = { readonly [member: string]: unknown } & readonly unknown[]
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: Json }

/** The one door of the SDK. What calls and channels say comes along, so that a program needs nothing else. */
export * from '@parley/contracts'
export * from './books.ts'
export * from './client.ts'
export { createClient } from './create-client.ts'
export { compareDecimals } from './decimal.ts'

/** The one door of the SDK. */
export * from './client.ts'
export { createClient } from './create-client.ts'

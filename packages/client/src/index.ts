/** The one door of the SDK. */
export * from './client.ts'

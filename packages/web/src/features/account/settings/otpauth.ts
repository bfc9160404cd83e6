/** The key in the address that the QR code of an authentication app shows. */
export const secretOf = (configUrl: string): string => new URL(configUrl).searchParams.get('secret') ?? ''

export const groupedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

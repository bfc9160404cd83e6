/** Members that must never be logged, at any depth. Bodies and headers are not logged at all, so this is the second line of defence. */
const secret = [
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'old_password',
  'new_password1',
  'new_password2',
  'password_confirmation',
  'invitation_key',
  'totp_token',
  'ticket',
  'credential',
  'config_url',
  'token',
  'secret',
  'secretKey',
  'secret_key',
  'clientSecret',
  'client_secret',
  'signature',
  '["paradigm-api-signature"]',
]

const under = (prefix: string, name: string): string => (name.startsWith('[') ? `${prefix}${name}` : `${prefix}.${name}`)

export const redaction = {
  censor: '[hidden]',
  paths: secret.flatMap((name) => [name, under('*', name), under('*.*', name)]),
}

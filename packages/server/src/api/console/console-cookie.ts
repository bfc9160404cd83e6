/** The cookie of a console session. Scripts cannot read it, other sites cannot send it, and it is sent to nothing outside `/operator/`. */
const NAME = 'parley-operator'
const TOKEN = /^[0-9A-Za-z]{43}$/

const attributes = (publicUrl: string): string =>
  `Path=/operator/; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`

/** The browser forgets it when it is closed. */
export const sessionCookie = (publicUrl: string, token: string): string => `${NAME}=${token}; ${attributes(publicUrl)}`

export const endedCookie = (publicUrl: string): string => `${NAME}=; Max-Age=0; ${attributes(publicUrl)}`

export function sessionTokenIn(cookies = ''): string | undefined {
  const found = cookies
    .split(';')
    .map((each) => each.trim().split('='))
    .find(([name]) => name === NAME)
  return found?.[1] !== undefined && TOKEN.test(found[1]) ? found[1] : undefined
}

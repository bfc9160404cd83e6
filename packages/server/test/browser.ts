/** A browser for tests: an address, a name, and the cookies that it was given. The product has to trust its proxy. */
import { PASSWORD, type Answer, type TestProduct } from './product.ts'

export type TestBrowser = {
  /** Sends the token of the user who signed in last. */
  send(method: string, path: string, body?: object): Promise<Answer>
  signIn(email: string, more?: object): Promise<Answer>
  token: string | undefined
}

export const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

export function openTestBrowser(product: TestProduct, address: string, userAgent = CHROME): TestBrowser {
  const cookies = new Map<string, string>()
  const browser: TestBrowser = {
    token: undefined,
    async send(method, path, body) {
      const headers = {
        'x-forwarded-for': address,
        'user-agent': userAgent,
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(browser.token === undefined ? {} : { authorization: `Token ${browser.token}` }),
      }
      const answer = await product.send(method, path, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers['set-cookie'] ?? '') ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
      return answer
    },
    async signIn(email, more = {}) {
      browser.token = undefined
      const answer = await browser.send('POST', '/account/login/', { email, password: PASSWORD, ...more })
      browser.token = (answer.json as { token?: string } | undefined)?.token
      return answer
    },
  }
  return browser
}

export async function createTestTrader(product: TestProduct, name: string): Promise<string> {
  const email = `${name}@orrery.example`
  await product.server.operator.createUser({ email, password: PASSWORD, firstName: 'Ro', lastName: 'Orr', desk: 'ORRY', role: 'trader' })
  return email
}

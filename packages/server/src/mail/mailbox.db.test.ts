import { describe, expect, it, beforeAll } from 'vitest'
import { keyFrom } from '../vault/secret-key.ts'
import { createVault } from '../vault/vault.ts'
import { openTestDatabase, withTestDatabase } from '../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../test/product.ts'
import { createPost, type Post } from './mail-queue.ts'

const database = withTestDatabase()
const key = '11'.repeat(32)
let product: TestProduct
let post: Post
beforeAll(async () => {
  product = await startTestProduct(database.url, { secretKey: key, publicUrl: 'https://parley.example' })
  post = createPost(createVault(keyFrom(key, 'the test')))
  return () => product.close()
})

const reset = (link: string) => ({ kind: 'PasswordReset', firstName: 'Ada', link, validMinutes: 30 }) as const

describe("the demo's mailbox", () => {
  it('has a letter as soon as the change it tells of is done, and shows it as a list, a page, a letter and JSON', async () => {
    await post.send(database.sql, 'ada@orrery.example', reset('https://parley.example/set-password/?uid=1&token=abc'), product.clock.now)
    await post.send(database.sql, 'kit@kestrel.example', reset('https://parley.example/set-password/?uid=2&token=def'), product.clock.now)
    const [mail, ...others] = (await product.mails('ADA@orrery.example')).filter(({ kind }) => kind === 'PasswordReset')
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'ada@orrery.example',
      kind: 'PasswordReset',
      subject: 'Reset your Parley password',
      links: ['https://parley.example/set-password/?uid=1&token=abc', 'https://parley.example'],
      at: product.clock.now,
    })
    expect((await product.mails()).map(({ to }) => to)).toContain('kit@kestrel.example')
    const list = await product.send('GET', '/dev/mail')
    expect(list.text).toContain(`href="/dev/mail/${mail!.id}"`)
    const page = await product.send('GET', `/dev/mail/${mail!.id}`)
    expect(page.text).toContain('href="https://parley.example/set-password/?uid=1&amp;token=abc"')
    expect(page.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    const inside = await product.send('GET', `/dev/mail/${mail!.id}/letter`)
    expect(inside.text).toBe(mail!.html)
    expect(inside.headers['content-security-policy']).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    expect((await product.send('GET', '/dev/mail/none')).status).toBe(404)
  })

  it('is shown only under the names of this machine: a page that points its own name here cannot read email', async () => {
    await post.send(database.sql, 'rebound@orrery.example', reset('https://parley.example/secret'), product.clock.now)
    const [{ id } = { id: '' }] = await product.mails('rebound@orrery.example')
    const paths = ['/dev/mail', '/dev/mail/messages', `/dev/mail/${id}`, `/dev/mail/${id}/letter`]
    for (const path of paths) {
      for (const host of [
        'evil.example',
        'evil.example:4000',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'evil.example:localhost',
      ]) {
        const refused = await product.send('GET', path, { headers: { host } })
        expect(refused.status, `${host} ${path}`).toBe(403)
        expect(refused.text).not.toMatch(/rebound|secret/)
      }
      for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000'])
        expect((await product.send('GET', path, { headers: { host } })).status, `${host} ${path}`).toBe(200)
    }
  })

  it('has no email about a change that was rolled back', async () => {
    const undone = database.sql.begin(async (tx) => {
      await post.send(tx, 'nobody@orrery.example', reset('https://parley.example/'), product.clock.now)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await product.mails('nobody@orrery.example')).toEqual([])
  })

  it('keeps the last 200, and the database does not keep their content', async () => {
    for (let index = 0; index < 205; index++)
      await post.send(database.sql, `many${index}@orrery.example`, reset('https://parley.example/'), product.clock.now)
    expect(await product.mails()).toHaveLength(200)
    const rows = await database.sql`select from mail where sent_at is null or length(content_sealed) > 0`
    expect(rows).toHaveLength(0)
  })
})

describe('the bare product', () => {
  it('has no mailbox: /dev/mail is 404, as a page and as JSON', async () => {
    const own = await openTestDatabase()
    const bare = await startTestProduct(own.url, { mail: { kind: 'off' } })
    try {
      for (const path of ['/dev/mail', '/dev/mail/', '/dev/mail/messages', '/dev/mail/x/letter'])
        expect((await bare.send('GET', path, { headers: { accept: 'text/html' } })).status, path).toBe(404)
      expect(bare.logged()).toContain('Mail is off: emails wait in the database until Parley starts with SMTP_URL {"waiting":0}')
    } finally {
      await bare.close()
      await own.close()
    }
  })
})

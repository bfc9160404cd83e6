/** Every page and every command of the operator console in valid requests, in the order of the life of one desk and its user. */
import { consoleApi, type ConsoleCommandName } from '@parley/contracts'
import { randomUUID } from 'node:crypto'
import { operatorReading } from '../account/operator.ts'
import { makeSoftwarePasskey } from '../account/software-passkey.ts'
import type { Product } from '../product.ts'
import type { ConsoleCaller } from './console-caller.ts'

type Options = Readonly<Record<string, string | true>>
type ConsoleStep = readonly [name: ConsoleCommandName, options: Options | (() => Promise<Options>)]

/** A trade on which two desks disagree takes two desks at a venue without blocks. The tests of disputes have one (dispute-commands). */
const UNDONE: ReadonlySet<ConsoleCommandName> = new Set(['settle-dispute'])

/** Returns how many requests were sent. Throws if one was refused, or if a page or command was left out. */
export async function doEveryConsoleCall(product: Product, operator: ConsoleCaller): Promise<number> {
  const done = new Set<string>()
  for (const page of Object.keys(consoleApi.consolePages)) {
    const read = consoleApi.consolePages[page as keyof typeof consoleApi.consolePages]
    read.parse(await operator.must('GET', page))
    done.add(page)
  }
  const steps = [...(await lifeOfDesk(product)), ...installation(operator)]
  for (const [name, options] of steps) {
    const given = typeof options === 'function' ? await options() : options
    await operator.must('POST', `commands/${name}`, { options: given, why: 'as in the tests' })
    done.add(name)
  }
  const left = Object.keys(consoleApi.consoleCommands).filter((name) => !done.has(name) && !UNDONE.has(name as ConsoleCommandName))
  if (left.length > 0) throw new Error(`the fuzz has never done ${left.join(', ')} at the console`)
  return done.size + (await lifeOfPasskey(product, operator))
}

/** Added, used for a sign-in and for the second factor, and removed. */
async function lifeOfPasskey({ baseUrl }: Product, operator: ConsoleCaller): Promise<number> {
  const passkey = makeSoftwarePasskey(baseUrl, await operator.must('POST', 'passkeys/options', {}))
  await operator.must('POST', 'passkeys/add', { label: 'Laptop', credential: passkey.credential })
  const answer = async () => ({ passkey: passkey.answer(await operator.must('POST', 'passkeys/ask', {})) })
  await operator.must('POST', 'sign-in', await answer())
  await operator.must('POST', 'step-up', await answer())
  const { passkeys } = consoleApi.consolePages.passkeys.parse(await operator.must('GET', 'passkeys'))
  await operator.must('POST', 'passkeys/remove', { id: passkeys[0]!.id })
  return 8
}

async function lifeOfDesk(product: Product): Promise<readonly ConsoleStep[]> {
  const desk = `F${randomUUID()
    .replaceAll(/[^0-9]/g, '')
    .padEnd(4, '7')
    .slice(0, 4)}`
  const email = `${randomUUID()}@fuzz.example`
  const join = async (): Promise<Options> => {
    const about = ['--first', 'Noor', '--last', 'Haddad', '--desk', desk, '--role', 'trader']
    await operatorReading(product, `gravel lantern ${randomUUID()}`, 'create-user', '--email', email, '--password', '-', ...about)
    return { email, desk, role: 'administrator' }
  }
  return [
    ['create-desk', { ticker: desk, name: `Fuzz ${desk}`, firm: `Fuzz ${desk} Ltd`, maker: true }],
    ['approve', { desk, with: 'LARK' }],
    ['set-rate', { desk, rate: 'rfqsPerDesk', most: '7' }],
    ['set-rate', { desk, rate: 'rfqsPerDesk', default: true }],
    ['invite', { email: `${randomUUID()}@fuzz.example`, desk, role: 'trader' }],
    ['set-role', join],
    ['end-sessions', { email }],
    ['reset-two-factor', { email }],
    ['stop-trading', { desk }],
    ['resume-trading', { desk }],
    ['suspend-user', { email }],
    ['restore-user', { email }],
    ['disable-user', { email }],
    ['suspend-desk', { desk }],
    ['restore-desk', { desk }],
    ['set-flag', { name: 'feature_platform_state', value: 'on', desks: desk }],
    ['set-flag', { name: 'feature_platform_state', value: 'on' }],
  ]
}

/** A change of the platform is scheduled and cancelled, because the other requests need an open one. */
function installation(operator: ConsoleCaller): readonly ConsoleStep[] {
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = async (): Promise<Options> => {
    const { platform } = consoleApi.consolePages.overview.parse(await operator.must('GET', 'overview'))
    return { cancel: String(platform.scheduled[0]!.id) }
  }
  const announced = async (): Promise<Options> => {
    const { announcements } = consoleApi.consolePages.announcements.parse(await operator.must('GET', 'announcements'))
    return { withdraw: announcements[0]!.id }
  }
  return [
    ['restrict-country', { country: 'KP' }],
    ['lift-country', { country: 'KP' }],
    ['restrict-address', { address: '203.0.113.0/24' }],
    ['lift-address', { address: '203.0.113.0/24' }],
    ['platform', () => Promise.resolve({ state: 'UNAVAILABLE', at: later() })],
    ['platform', scheduled],
    ['announce', () => Promise.resolve({ text: 'Maintenance tonight.', kind: 'MAINTENANCE', until: later(), 'sign-in': true })],
    ['announce', announced],
  ]
}

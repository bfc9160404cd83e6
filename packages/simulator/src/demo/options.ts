/** Flags and environment of `npm start`. */
import { parseArgs } from 'node:util'
import { readAddresses, readOurAddresses, readSmtp, readSupport, StartProblem, type MailSetting } from '@parley/server'
import { scenarios, type ScenarioName } from '../desks/scenario.ts'

/** Whether desks are held to the published rates, or may trade as fast as one person who plays both sides likes (decision 0340). */
export type DemoRates = 'unhurried' | 'published'

export type DemoOptions = {
  /** A mail server; without one, emails go to the demo's own mailbox. */
  readonly mail: MailSetting
  readonly supportEmail?: string
  /** The addresses from which this server calls venues. */
  readonly ourAddresses: readonly string[]
  /** The operator's own pages, and the hosts that the page may call. */
  readonly addresses: ReturnType<typeof readAddresses>
  readonly port: number
  readonly dataDir: string
  readonly seed: number
  readonly speed: number
  readonly scenario: ScenarioName
  readonly rates: DemoRates
  /** Days of trading before the first start; 0 begins with empty screens. */
  readonly pastDays: number
}

const USAGE = 'npm start -- --seed 7 --scenario calm|busy|still --speed 2 --rates unhurried|published --past 3'

export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): DemoOptions {
  const given = flagsOf(args)
  return {
    mail: readSmtp(env) ?? { kind: 'mailbox' },
    ...readSupport(env),
    ...readOurAddresses(env),
    addresses: readAddresses(env),
    port: numberIn(env['PORT'] || '4000', 1, 65_535, 'PORT'),
    dataDir: env['DATA_DIR'] || 'data',
    seed: numberIn(given.seed ?? '1', 0, 2 ** 31 - 1, '--seed'),
    speed: numberIn(given.speed ?? '1', 0.1, 50, '--speed'),
    scenario: oneOf(given.scenario ?? 'calm', Object.keys(scenarios) as ScenarioName[], '--scenario'),
    rates: oneOf(given.rates ?? 'unhurried', ['unhurried', 'published'], '--rates'),
    pastDays: numberIn(given.past ?? '3', 0, 14, '--past'),
  }
}

function flagsOf(args: readonly string[]): { seed?: string; speed?: string; scenario?: string; rates?: string; past?: string } {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ args: [...args], options: { seed: text, speed: text, scenario: text, rates: text, past: text } }).values
  } catch (error) {
    throw new StartProblem('SettingWrong', `${(error as Error).message.split('.')[0]}. Usage: ${USAGE}`)
  }
}

function numberIn(text: string, least: number, most: number, name: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= least && value <= most && (least < 1 ? true : Number.isInteger(value))) return value
  throw new StartProblem('SettingWrong', `${name} is ${text}; it has to be a number from ${least} to ${most}.`)
}

function oneOf<Word extends string>(text: string, known: readonly Word[], name: string): Word {
  const found = known.find((word) => word === text)
  if (found === undefined) throw new StartProblem('SettingWrong', `${name} is ${text}; it has to be ${known.join(' or ')}.`)
  return found
}

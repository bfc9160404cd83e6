/** Flags and environment of `npm start`. */
import { parseArgs } from 'node:util'
import { readSmtp, readSupport, StartProblem, type MailSetting } from '@parley/server'
import { scenarios, type ScenarioName } from '../desks/scenario.ts'

export type DemoOptions = {
  /** A mail server; letters go to the demo's own mailbox where it is not given. */
  readonly mail: MailSetting
  readonly supportEmail?: string
  readonly port: number
  readonly dataDir: string
  readonly seed: number
  readonly speed: number
  readonly scenario: ScenarioName
}

const USAGE = 'npm start -- --seed 7 --scenario calm|busy|still --speed 2'

export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): DemoOptions {
  const given = flagsOf(args)
  return {
    mail: readSmtp(env) ?? { kind: 'mailbox' },
    ...readSupport(env),
    port: numberIn(env['PORT'] || '4000', 1, 65_535, 'PORT'),
    dataDir: env['DATA_DIR'] || 'data',
    seed: numberIn(given.seed ?? '1', 0, 2 ** 31 - 1, '--seed'),
    speed: numberIn(given.speed ?? '1', 0.1, 50, '--speed'),
    scenario: scenarioIn(given.scenario ?? 'calm'),
  }
}

function flagsOf(args: readonly string[]): { seed?: string; speed?: string; scenario?: string } {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ args: [...args], options: { seed: text, speed: text, scenario: text } }).values
  } catch (error) {
    throw new StartProblem('SettingWrong', `${(error as Error).message.split('.')[0]}; what is understood is ${USAGE}.`)
  }
}

function numberIn(text: string, least: number, most: number, name: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= least && value <= most && (least < 1 ? true : Number.isInteger(value))) return value
  throw new StartProblem('SettingWrong', `${name} is ${text}; it has to be a number from ${least} to ${most}.`)
}

function scenarioIn(text: string): ScenarioName {
  const known = Object.keys(scenarios) as ScenarioName[]
  const found = known.find((name) => name === text)
  if (found === undefined) throw new StartProblem('SettingWrong', `--scenario is ${text}; it has to be ${known.join(' or ')}.`)
  return found
}

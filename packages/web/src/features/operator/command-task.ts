/** A command as the console offers it. Pure. */
import type { ConsoleCommandName, ConsolePage } from '@parley/client'
import type { ButtonKind } from '../../components/Button.tsx'
import type { Option } from '../../components/Select.tsx'

export type CommandField = {
  /** The option of the command. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly kind?: 'text' | 'choice' | 'flag'
  readonly choices?: readonly Option<string>[]
  readonly initial?: string | boolean
  readonly isOptional?: boolean
}

export type CommandTask = {
  readonly command: ConsoleCommandName
  /** Asks for a reason and for the second factor. The server requires both for the same commands. */
  readonly hurts: boolean
  readonly title: string
  readonly about: string
  readonly button: string
  readonly kind?: ButtonKind
  /** The title of the message afterwards. */
  readonly done: string
  /** Options that are set already. */
  readonly options?: Readonly<Record<string, string | true>>
  readonly fields?: readonly CommandField[]
  /** The pages that change; the overview by default. */
  readonly refresh?: readonly ConsolePage[]
}

type Options = Readonly<Record<string, string | true>>

/** Fields that are empty are left out. */
export function filledOptions({ options = {}, fields = [] }: CommandTask, values: Readonly<Record<string, string | boolean>>): Options {
  const filled = fields.flatMap(({ name }): readonly (readonly [string, string | true])[] => {
    const value = values[name]
    if (value === true) return [[name, true]]
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
  })
  return { ...options, ...Object.fromEntries(filled) }
}

/** As typed in a shell: `npm run operator -- suspend-desk --desk KEST --why "fees unpaid"`. */
export function commandLineOf(command: string, options: Options, why: string): string {
  const given: readonly (readonly [string, string | true])[] = [...Object.entries(options), ...(why === '' ? [] : [['why', why] as const])]
  return [
    'npm run operator --',
    command,
    ...given.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${quoted(value)}`)),
  ].join(' ')
}

const quoted = (text: string): string =>
  /^[\w@.:,/+-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`

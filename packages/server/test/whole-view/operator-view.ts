/** Everything that the product shows its operator: the read commands, the emails that were sent, and the log. */
import { runOperator } from '../../src/cli/run-operator.ts'
import type { TestProduct } from '../product.ts'
import { createSameNames } from './same-names.ts'

const COMMANDS: readonly (readonly string[])[] = [['list'], ['audit'], ['audit', '--check'], ['platform'], ['disputes']]

export type OperatorView = {
  /** One line each, with the names of `createSameNames`. */
  readonly seen: readonly string[]
  look(): Promise<void>
}

export function openOperatorView({ dataDir, logged, mails }: TestProduct, databaseUrl: string): OperatorView {
  const names = createSameNames()
  const seen: string[] = []
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const line = (what: string, text: string) => {
    const rows = text.split('\n').filter((row) => !row.startsWith(OF_ITS_OWN_TIME))
    seen.push(...rows.map((row) => `${what}: ${withoutIds(names.read(withoutHashes(row)))}`).toSorted())
  }
  return {
    seen,
    async look() {
      for (const words of COMMANDS)
        line(words.join(' '), await runOperator(words, environment, { isTerminal: false, read: async () => '' }))
      for (const { to, kind, text } of await mails()) line('letter', JSON.stringify({ to, kind, text }))
      line('log', logged())
    },
  }
}

/** Keys are checked in real time. */
const OF_ITS_OWN_TIME = 'The health of a venue account changed'
/** Rows are listed by ids that are random in each installation, and their hashes depend on them and on its secret. */
const withoutIds = (text: string): string => text.replaceAll(/\bid \d+\b/g, 'an id')
const withoutHashes = (text: string): string => text.replaceAll(/\b[0-9a-f]{32,}\b/g, 'a hash')

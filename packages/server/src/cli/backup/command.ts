/** The arguments of backup and restore, and how they end. */
import { resolve } from 'node:path'
import { asStartProblem, StartProblem } from '../../database/start-problem.ts'
import { readPlace } from '../../settings.ts'

/** The folder after the only option. A relative one is relative to where the command was typed. */
export function folderOf(words: readonly string[], option: string, example: string): string {
  const [name, folder, ...rest] = words
  if (name !== option || folder === undefined || folder === '' || rest.length > 0)
    throw new StartProblem('SettingWrong', `Name one folder with ${option}, as in: ${example}`)
  return resolve(process.env['INIT_CWD'] || '.', folder)
}

export async function runCommand(command: (words: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    const problem = asStartProblem(error, readPlace(process.env).dataDir) as Error
    process.stderr.write(`${problem instanceof StartProblem ? problem.message : problem.stack}\n`)
    process.exitCode = 1
  }
}

/** Lists the failures at the end of a run: by then, their first output is far above, and often only the end of a long log is kept. */
import { relative } from 'node:path'

export type ReportedTest = { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] | null }
export type ReportedFailures = {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly ReportedTest[]
}

const LINES_SHOWN = 12

const shortened = (text: string): string =>
  text
    .split('\n')
    .slice(0, LINES_SHOWN)
    .map((line) => `    ${line}`)
    .join('\n')

/** One paragraph for each failed test, and for each file that could not run at all. */
export function failuresOf(files: readonly ReportedFailures[], root: string): readonly string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${relative(root, name)}\n${shortened(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${relative(root, name)} > ${fullName}\n${shortened((failureMessages ?? []).join('\n'))}`,
    )
  })
}

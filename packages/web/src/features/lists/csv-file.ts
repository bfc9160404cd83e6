/** The text of an uploaded sheet. Spreadsheets save CSV files in UTF-8 or in the encoding of Windows. */
const MOST_BYTES = 1_000_000

export async function csvFile(file: File): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (file.size > MOST_BYTES) return { problem: `${file.name} is larger than 1 MB. A list has at most 50 lines.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.includes(0)) return { problem: `${file.name} is not a text file. Save the sheet as CSV, or copy its cells and paste them.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

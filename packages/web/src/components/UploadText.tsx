import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './Button.tsx'

type UploadTextProps = {
  readonly label: string
  /** The name of the field for screen readers. */
  readonly name: string
  readonly accept: string
  readonly onText: (text: string) => void
  /** Receives the reason why a file was refused. */
  readonly onRefused: (words: string) => void
}

const MOST_BYTES = 1_000_000

/** A button that reads the text of a file. */
export function UploadText({ label, name, accept, onText, onRefused }: UploadTextProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    const read = await fileText(file)
    if ('problem' in read) onRefused(read.problem)
    else onText(read.text)
  }
  return (
    <>
      <Button icon={<FileUp size={14} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={name}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be uploaded again after it has been corrected.
          target.value = ''
          if (file !== undefined) void take(file)
        }}
      />
    </>
  )
}

/** Spreadsheets save CSV files in UTF-8 or in the encoding of Windows. */
async function fileText(file: File): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (file.size > MOST_BYTES) return { problem: `${file.name} is larger than 1 MB. Upload a smaller file.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.includes(0)) return { problem: `${file.name} is not a text file. Save the sheet as CSV, or copy its cells and paste them.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

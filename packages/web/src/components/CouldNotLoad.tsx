import { CircleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'

type CouldNotLoadProps = { readonly what: string; readonly words: string; readonly retry: () => void }

/** A list or a page that the server did not answer, with its words and the way to ask again. */
export const CouldNotLoad = ({ what, words, retry }: CouldNotLoadProps) => (
  <Empty
    icon={CircleAlert}
    tone="danger"
    title={`Could not load ${what}`}
    text={words}
    action={<Button onClick={retry}>Try again</Button>}
  />
)

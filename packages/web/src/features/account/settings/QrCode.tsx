import { useEffect, useState } from 'react'
import { Spinner } from '../../../components/Spinner.tsx'
import styles from './Settings.module.css'

/** Black on white in every theme, because cameras need it. The library is loaded when a code is first shown. */
export function QrCode({ text }: { readonly text: string }) {
  const [cells, setCells] = useState<readonly (readonly boolean[])[]>()
  useEffect(() => {
    let isGone = false
    import('uqr').then(
      ({ encode }) => isGone || setCells(encode(text, { border: 2 }).data),
      (error: unknown) => console.warn('The QR code could not be drawn.', error),
    )
    return () => void (isGone = true)
  }, [text])
  return (
    <div className={styles['qr']}>
      {cells === undefined ? (
        <Spinner size={20} />
      ) : (
        <svg
          viewBox={`0 0 ${cells.length} ${cells.length}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label="QR code for your authentication app"
        >
          <path d={cells.map(rowPath).join('')} fill="#000" />
        </svg>
      )}
    </div>
  )
}

const rowPath = (row: readonly boolean[], y: number): string => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')

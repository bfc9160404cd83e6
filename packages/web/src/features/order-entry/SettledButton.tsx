import { Button, type ButtonProps } from '../../components/Button.tsx'
import { useSettledPress } from './settled-press.ts'

type SettledButtonProps = Omit<ButtonProps, 'onPointerEnter' | 'onPointerLeave'> & {
  /** The effect of the button, without figures that change all the time: `Replace bid`. */
  readonly meaning: string
}

/** A button that sends or cancels, and may move or change under the pointer (rulebook 21.9). */
export function SettledButton({ meaning, onClick, ...rest }: SettledButtonProps) {
  const { isAimed, ...follows } = useSettledPress(meaning)
  return <Button {...rest} {...follows} onClick={(event) => (isAimed(event) ? onClick?.(event) : event.stopPropagation())} />
}

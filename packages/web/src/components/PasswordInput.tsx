import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { Input, type InputProps } from './Input.tsx'

/** A password field that can show its text. This is better than typing the password twice, and encourages long ones. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Input
      size="large"
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton label={isShown ? 'Hide characters' : 'Show characters'} onClick={() => setIsShown(!isShown)}>
          {isShown ? <EyeOff size={15} /> : <Eye size={15} />}
        </IconButton>
      }
    />
  )
}

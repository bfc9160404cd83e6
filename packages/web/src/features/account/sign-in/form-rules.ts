/** What the forms of signing in accept, in the product's words. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const CODE_DIGITS = 6

export const emailError = (email: string): string | undefined =>
  email.trim() === '' ? 'Enter your email.' : EMAIL.test(email.trim()) ? undefined : 'Enter a valid email address.'

export const passwordError = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)

/** Six digits, nothing else. */
export const codeError = (code: string): string | undefined =>
  /^\d{6}$/.test(code.trim()) ? undefined : 'Ensure this field has 6 characters'

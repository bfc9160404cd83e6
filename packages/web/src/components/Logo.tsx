/** The product logo. */
export const Logo = ({ size = 28 }: { readonly size?: number }) => <img src="/favicon.svg" width={size} height={size} alt="" />

/**
 * The normal distribution to the last digits of a double, even in its far tails. The scaled complementary error function is the only approximation,
 * by the rational functions of W. J. Cody, "Rational Chebyshev approximations for the error function" (1969). Everything else follows from it without
 * subtracting nearly equal numbers.
 */
const INVERSE_SQRT_PI = 0.5641895835477563
const INVERSE_SQRT_TWO_PI = 0.3989422804014327

/** exp(x²) erfc(x), which is representable over the whole right tail, while erfc itself underflows. */
export function erfcx(x: number): number {
  if (x >= 0.46875) return x <= 4 ? middle(x) : tail(x)
  if (x >= -0.46875) return Math.exp(x * x) * (1 - erfNearZero(x))
  return x < -26.6 ? Infinity : 2 * Math.exp(x * x) - (x < -4 ? tail(-x) : middle(-x))
}

function erfNearZero(x: number): number {
  const z = x * x
  const over =
    (((0.185777706184603153 * z + 3.1611237438705656) * z + 113.864154151050156) * z + 377.485237685302021) * z + 3209.37758913846947
  const under = (((z + 23.6012909523441209) * z + 244.024637934444173) * z + 1282.61652607737228) * z + 2844.23683343917062
  return (x * over) / under
}

// prettier-ignore
function middle(x: number): number {
  const over = (((((((2.15311535474403846e-8 * x + 0.564188496988670089) * x + 8.88314979438837594) * x + 66.1191906371416295) * x +
    298.635138197400131) * x + 881.95222124176909) * x + 1712.04761263407058) * x + 2051.07837782607147) * x + 1230.33935479799725
  const under = (((((((x + 15.7449261107098347) * x + 117.693950891312499) * x + 537.181101862009858) * x + 1621.38957456669019) * x +
    3290.79923573345963) * x + 4362.61909014324716) * x + 3439.36767414372164) * x + 1230.33935480374942
  return over / under
}

// prettier-ignore
function tail(x: number): number {
  const z = 1 / (x * x)
  const over = ((((0.0163153871373020978 * z + 0.305326634961232344) * z + 0.360344899949804439) * z + 0.125781726111229246) * z +
    0.0160837851487422766) * z + 6.58749161529837803e-4
  const under = ((((z + 2.56852019228982242) * z + 1.87295284992346725) * z + 0.527905102951428412) * z + 0.0605183413124413191) * z +
    0.00233520497626869185
  return (INVERSE_SQRT_PI - (z * over) / under) / x
}

export const normalDensity = (x: number): number => INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * x * x)

export function normalDistribution(x: number): number {
  const y = x * Math.SQRT1_2
  if (y < 0) return 0.5 * Math.exp(-y * y) * erfcx(-y)
  return 1 - 0.5 * Math.exp(-y * y) * erfcx(y)
}

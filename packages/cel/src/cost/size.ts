/** Lower and upper bound of a size. */
export interface Size {
  readonly least: number
  readonly most: number
}

/** Sums and products saturate here, at the limit of the server's integers. */
const largest = 2 ** 64

export const unknownSize: Size = { least: 0, most: largest }

export function exactly(size: number): Size {
  return { least: size, most: size }
}

export function plus(left: number, right: number): number {
  return Math.min(left + right, largest)
}

/** The product of two costs, at most the largest one that fits into 64 bits. */
export function multiplyCosts(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : Math.min(left * right, largest)
}

/** Rounded up, like every cost. */
export function scaled(cost: number, factor: number): number {
  return Math.min(Math.ceil(cost * factor), largest)
}

export function add(left: Size, right: Size): Size {
  return { least: plus(left.least, right.least), most: plus(left.most, right.most) }
}

export function multiply(left: Size, right: Size): Size {
  return { least: multiplyCosts(left.least, right.least), most: multiplyCosts(left.most, right.most) }
}

/** The range that covers both. */
export function either(left: Size, right: Size): Size {
  return { least: Math.min(left.least, right.least), most: Math.max(left.most, right.most) }
}

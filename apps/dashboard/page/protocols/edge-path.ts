/** The path and the arrow head of an edge. Pure. */

type Point = readonly [number, number]

/** A smooth path through the points of a route. */
export function edgePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined || rest.length === 0) return ''
  const middle = rest.slice(0, -1)
  const curves = middle.map(([x, y], index) => {
    const [nextX, nextY] = rest[index + 1]!
    const isLast = index === middle.length - 1
    return `Q${x} ${y} ${isLast ? nextX : (x + nextX) / 2} ${isLast ? nextY : (y + nextY) / 2}`
  })
  const [endX, endY] = rest.at(-1)!
  return `M${first[0]} ${first[1]}${curves.length === 0 ? `L${endX} ${endY}` : curves.join('')}`
}

const [length, half] = [8, 4]

/** The corners of the arrow head at the end of a route. */
export function arrowHead(points: readonly Point[]): string {
  const [tip, before] = [points.at(-1), points.at(-2)]
  if (tip === undefined || before === undefined) return ''
  const [dx, dy] = [tip[0] - before[0], tip[1] - before[1]]
  const size = Math.hypot(dx, dy) || 1
  const [ux, uy] = [dx / size, dy / size]
  const base = [tip[0] - ux * length, tip[1] - uy * length] as const
  const corners = [tip, [base[0] - uy * half, base[1] + ux * half], [base[0] + uy * half, base[1] - ux * half]]
  return corners.map(([x, y]) => `${round(x!)},${round(y!)}`).join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

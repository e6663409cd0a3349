/** Anchors of headings, compatible with GitHub's, so that a link works in both places. */

/** Returns the anchor of each heading of a page; equal headings are numbered. */
export function slugger(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** `` `ctx.own` and *you* `` → `ctxown-and-you` */
function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Shrinks a failing story, as long as it still fails. */
import { play } from './fleet.ts'
import { quiet } from './simulated-process.ts'
import type { Story } from './story.ts'

/** Smaller variants of a story, the largest reduction first. */
function* smaller(story: Story): Generator<Story> {
  const { incidents } = story
  for (let size = Math.ceil(incidents.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < incidents.length; from += size) {
      yield { ...story, incidents: incidents.filter((_, at) => at < from || at >= from + size) }
    }
  }
  if (story.tenants > 0) yield { ...story, tenants: 0 }
  if (story.controllers > 1) yield { ...story, controllers: 1 }
  if (story.shards > 3) yield { ...story, shards: 3, sharders: Math.min(3, story.sharders) }
  for (const websites of [1, story.websites - 1])
    if (websites < story.websites && websites > 0) yield { ...story, websites }
  if (story.noise !== quiet) yield { ...story, noise: quiet }
}

/** The smallest story found that still fails. */
export async function shrink(story: Story): Promise<Story> {
  for (const candidate of smaller(story)) {
    const { violations } = await play(candidate)
    if (violations.length > 0) return shrink(candidate)
  }
  return story
}

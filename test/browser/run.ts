/**
 * Tests the dashboard in a real browser: `npm run test:browser` needs Chromium. `-- --only TEXT` selects stories,
 * `-- --pictures DIR` keeps screenshots.
 */
import { parseArgs } from 'node:util'
import { systemClock } from '@kubewright/core'
import { clustersStory } from './clusters.story.ts'
import { exploreStory } from './explore.story.ts'
import { graphStory } from './graph.story.ts'
import { hostileStory } from './hostile.story.ts'
import { keyboardStory } from './keyboard.story.ts'
import { killShardStory } from './kill-shard.story.ts'
import { lateEffectsStory } from './late-effects.story.ts'
import { manyStory } from './many.story.ts'
import { protocolsStory } from './protocols.story.ts'
import { protocolsLiveStory } from './protocols-live.story.ts'
import { restartStory } from './restart.story.ts'
import { shardsStory } from './shards.story.ts'
import { stacksStory } from './stacks.story.ts'
import { openStage } from './stories.ts'
import { tokenStory } from './token.story.ts'
import { tourStory } from './tour.story.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, pictures: { type: 'string' } } })
const pages = [tourStory, graphStory, shardsStory, killShardStory, exploreStory, protocolsStory, protocolsLiveStory]
const further = [stacksStory, clustersStory, lateEffectsStory]
const stories = [...pages, ...further, hostileStory, restartStory, keyboardStory, tokenStory, manyStory]
const told = stories.filter(({ name }) => values.only === undefined || name.includes(values.only))

await using stage = await openStage(values.pictures)
let failures = 0
for (const { name, tell } of told) {
  const began = systemClock.elapsed()
  try {
    await tell(stage)
    console.log(`✓ ${name} (${((systemClock.elapsed() - began) / 1_000).toFixed(1)} s)`)
  } catch (error) {
    failures++
    console.error(`✗ ${name}\n`, error)
  }
}
if (told.length === 0) throw new Error(`no story has "${values.only}" in its name`)
if (failures > 0) process.exitCode = 1

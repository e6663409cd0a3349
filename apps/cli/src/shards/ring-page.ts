/**
 * The page that shows rings as they change. One document without anything from elsewhere: its script and styles stand in it, and
 * carry the number that the server puts into the policy of the answer. Texts of the cluster are shown as texts, whatever they are.
 */

/** @param nonce lets this script and these styles in, and no others */
export function ringPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shards</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<header><h1>Shards</h1><p id="link" role="status">connecting …</p></header>
<main id="rings"></main>
<section id="story" hidden><h2>What happened</h2><ol id="events"></ol></section>
<noscript>This page shows what happens as it happens, which takes JavaScript. Without it: kubewright shards --watch</noscript>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
}

const styles = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --warn: #9a6700; --bad: #cf222e }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --warn: #d29922; --bad: #f85149 } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem }
header { display: flex; align-items: baseline; gap: 1rem } h1 { font-size: 1.3rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 }
#link { margin: 0; opacity: .7 } #link.lost { color: var(--bad); opacity: 1 }
.ring, #story { border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0 }
.ring p { margin: .2rem 0 } .problems { color: var(--warn); margin: .3rem 0; padding-left: 1.2rem }
.parts { display: flex; gap: 2rem; align-items: center; flex-wrap: wrap }
svg { width: 190px; flex: none; transform: rotate(-90deg) } svg circle { fill: none; stroke-width: 14 }
svg .share { transition: stroke-dasharray .8s, stroke-dashoffset .8s } svg text { transform: rotate(90deg); text-anchor: middle }
svg .total { font-size: 20px; font-weight: 600; fill: currentColor } svg .what { font-size: 8px; fill: currentColor; opacity: .7 }
.scroll { flex: 1; overflow-x: auto } table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: 500; opacity: .7 } th, td { padding: .25rem .7rem .25rem 0; white-space: nowrap }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-right: .5em }
.ready { color: var(--good) } .expired, .uncertain { color: var(--warn) } .dead, .orphaned, .none { color: var(--bad) }
.count { min-width: 6rem } .bar { height: 5px; border-radius: 3px; background: var(--soft) }
.bar i { display: block; height: 100%; width: 0; border-radius: 3px; transition: width .8s }
.moves { margin-top: .8rem } #events { margin: .5rem 0 0; padding: 0; list-style: none; max-height: 16rem; overflow-y: auto }
#events time { opacity: .6; margin-right: .8em; font-variant-numeric: tabular-nums }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`

// Plain JavaScript for a browser, which nothing here compiles: small, and without back quotes or escapes.
const script = String.raw`
'use strict'
const colors = ['#2f81f7', '#d9822b', '#2da44e', '#a371f7', '#e5534b', '#1b9e9e', '#c69026', '#e275ad', '#768390', '#57ab5a']
const names = []
const colorOf = (shard) => {
  if (!names.includes(shard)) names.push(shard)
  return colors[names.indexOf(shard) % colors.length]
}
const svgSpace = 'http://www.w3.org/2000/svg'
const element = (tag, parts = {}, ...children) => {
  const made = tag === 'svg' || tag === 'circle' || tag === 'text' ? document.createElementNS(svgSpace, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(parts)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
// One element for each key, kept from look to look, so that what changes can be seen to move.
const kept = new Map()
const keep = (key, make) => {
  if (!kept.has(key)) kept.set(key, make())
  return kept.get(key)
}
const seconds = (ms) => (ms < 90000 ? Math.round(ms / 1000) + ' s' : Math.round(ms / 60000) + ' min')
const plural = (count, what) => count.toLocaleString('en') + ' ' + what + (count === 1 ? '' : 's')

const reach = 2 * Math.PI * 42
function shareRing(key, ring, total) {
  const svg = keep(key, () => element('svg', { viewBox: '0 0 100 100', role: 'img' }))
  let before = 0
  const arcs = ring.shards.map(({ shard, share }) => {
    const arc = keep(key + '/' + shard, () => element('circle', { class: 'share', cx: 50, cy: 50, r: 42, stroke: colorOf(shard) }))
    arc.style.strokeDasharray = share * reach + ' ' + reach
    arc.style.strokeDashoffset = -before * reach
    before += share
    return arc
  })
  const ground = keep(key + '//', () => element('circle', { cx: 50, cy: 50, r: 42, stroke: '#8882' }))
  const sum = keep(key + '//sum', () => element('text', { class: 'total', x: 50, y: -47 }))
  const what = keep(key + '//what', () => element('text', { class: 'what', x: 50, y: -36 }, 'objects'))
  sum.textContent = total.toLocaleString('en')
  svg.setAttribute('aria-label', ring.shards.map(({ shard, share }) => shard + ' ' + Math.round(share * 100) + ' %').join(', '))
  svg.replaceChildren(ground, ...arcs, sum, what)
  return svg
}

function countCell(key, count, most, color) {
  const cell = keep(key, () => {
    const made = element('td', { class: 'count' }, element('span'), element('div', { class: 'bar' }, element('i')))
    made.querySelector('i').style.background = color
    return made
  })
  cell.firstChild.textContent = count.toLocaleString('en')
  cell.querySelector('i').style.width = (most === 0 ? 0 : (100 * count) / most) + '%'
  return cell
}

function shardTable(key, ring) {
  const listed = ring.shards.map((one) => ({ ...one, text: one.state }))
  const known = new Set(listed.map(({ shard }) => shard))
  const gone = [...new Set(ring.kinds.flatMap(({ objects }) => Object.keys(objects)))].filter((shard) => !known.has(shard))
  const rows = [...listed, ...gone.sort().map((shard) => ({ shard, text: 'no lease', state: 'none', share: 0 }))]
  const mostOf = (kind) => Math.max(0, kind.unassigned, ...Object.values(kind.objects))
  const short = (kind) => kind.split('.')[0]
  const isTwice = (kind) => ring.kinds.filter((one) => short(one.kind) === short(kind)).length > 1
  const kindHead = ({ kind }) => element('th', { scope: 'col', title: kind }, isTwice(kind) ? kind : short(kind))
  const head = element('tr', {}, ...['Shard', 'State', 'Share', 'Heard of'].map((text) => element('th', { scope: 'col' }, text)), ...ring.kinds.map(kindHead))
  const body = rows.map(({ shard, state, text, share, renewedMsAgo }) =>
    element('tr', {},
      element('td', {}, swatch(shard), shard),
      element('td', { class: state }, text),
      element('td', {}, share === 0 ? '–' : (share * 100).toFixed(1) + ' %'),
      element('td', {}, renewedMsAgo === undefined ? '–' : seconds(renewedMsAgo) + ' ago'),
      ...ring.kinds.map((kind) => countCell(key + '/' + shard + '/' + kind.kind, kind.objects[shard] ?? 0, mostOf(kind), colorOf(shard)))))
  const free = ring.kinds.some(({ unassigned }) => unassigned > 0)
    ? [element('tr', {}, element('td', {}, '(nobody)'), element('td'), element('td'), element('td'), ...ring.kinds.map((kind) => countCell(key + '//' + kind.kind, kind.unassigned, mostOf(kind), '#888')))]
    : []
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body, ...free))
}
function swatch(shard) {
  const made = element('span', { class: 'swatch' })
  made.style.background = colorOf(shard)
  return made
}

function movesPart(ring) {
  if (ring.moving === 0) return element('p', { class: 'moves' }, 'Everything is where it belongs.')
  const head = element('tr', {}, ...['Kind', 'Object', 'From', 'To', 'Next'].map((text) => element('th', { scope: 'col' }, text)))
  const rows = ring.moves.map((one) => element('tr', {}, ...[one.kind, (one.namespace ? one.namespace + '/' : '') + one.name, one.actor || '–', one.target || '–', one.next === 'wait' ? 'waits for ' + one.waitsFor : one.next].map((text) => element('td', {}, text))))
  const more = ring.moving > ring.moves.length ? ', of which ' + ring.moves.length + ' are shown' : ''
  return element('div', { class: 'moves scroll' }, element('p', {}, plural(ring.moving, 'object') + ' on the move' + more + ':'), element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)))
}

function ringPart(ring) {
  const key = ring.namespace + '/' + ring.ring
  const total = ring.kinds.filter(({ isOwned }) => !isOwned).reduce((sum, { objects, unassigned }) => sum + unassigned + Object.values(objects).reduce((all, one) => all + one, 0), 0)
  const led = ring.leader && !ring.leader.isLate ? ring.leader.holder + ' shares its work out.' : 'Nobody shares its work out.'
  const part = keep(key + '#', () => element('section', { class: 'ring' }))
  const parts = element('div', { class: 'parts' }, shareRing(key, ring, total), element('div', { class: 'scroll' }, shardTable(key + '/t', ring)))
  const problems = element('ul', { class: 'problems' }, ...ring.problems.map((text) => element('li', {}, text)))
  part.replaceChildren(element('h2', {}, ring.ring + ' in ' + ring.namespace), element('p', {}, led), problems, parts, movesPart(ring))
  return part
}

const before = new Map()
function tell(at, text) {
  document.getElementById('story').hidden = false
  const list = document.getElementById('events')
  list.prepend(element('li', {}, element('time', {}, new Date(at).toLocaleTimeString()), text))
  while (list.children.length > 200) list.lastChild.remove()
}
// What became different since the last look, in sentences.
function compare(at, ring) {
  const key = ring.namespace + '/' + ring.ring
  const states = Object.fromEntries(ring.shards.map(({ shard, state }) => [shard, state]))
  const mains = ring.kinds.filter(({ isOwned }) => !isOwned)
  const counts = Object.fromEntries(names.map((shard) => [shard, mains.reduce((sum, { objects }) => sum + (objects[shard] ?? 0), 0)]))
  const was = before.get(key)
  before.set(key, { states, counts, moving: ring.moving, leader: ring.leader?.holder })
  if (!was) return
  if (was.leader !== ring.leader?.holder) tell(at, ring.ring + ': ' + (ring.leader ? ring.leader.holder + ' leads now' : 'nobody leads'))
  for (const shard of new Set([...Object.keys(was.states), ...Object.keys(states)])) {
    if (was.states[shard] !== states[shard]) tell(at, shard + ' is ' + (states[shard] ?? 'gone') + (was.states[shard] ? ', was ' + was.states[shard] : ', and new'))
  }
  for (const shard of names) {
    const change = (counts[shard] ?? 0) - (was.counts[shard] ?? 0)
    if (change !== 0) tell(at, shard + ' has ' + plural(Math.abs(change), 'object') + (change > 0 ? ' more' : ' less') + ': ' + counts[shard].toLocaleString('en'))
  }
  if (was.moving > 0 && ring.moving === 0) tell(at, ring.ring + ': everything is where it belongs')
}

const link = document.getElementById('link')
function show({ at, rings, problem }) {
  link.className = problem ? 'lost' : ''
  link.textContent = problem ?? 'live, looked ' + new Date(at).toLocaleTimeString()
  if (!rings) return
  const none = element('p', {}, 'No replicas share work in this cluster: no shard has a lease.')
  document.getElementById('rings').replaceChildren(...(rings.length === 0 ? [none] : rings.map(ringPart)))
  for (const ring of rings) compare(at, ring)
}
const source = new EventSource('rings')
source.onmessage = ({ data }) => show(JSON.parse(data))
source.onerror = () => show({ problem: 'The command that feeds this page does not answer. Is it still running?' })
`

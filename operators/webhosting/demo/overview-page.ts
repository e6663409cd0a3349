/** The page of the demo: its shards and their websites, and a button to kill a shard. It renders the events of `/events`. */
export const overviewPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Websites and their shards</title>
<style>
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; margin: 0 0 .25rem; }
p { margin: 0 0 1.5rem; opacity: .75; }
#shards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); align-items: start; }
section { border: 1px solid #8884; border-radius: .75rem; padding: .9rem; min-height: 9rem; transition: opacity .3s; }
section.gone { border-style: dashed; opacity: .8; }
header { display: flex; align-items: baseline; gap: .5rem; margin-bottom: .75rem; }
header b { font-size: 1.05rem; }
header span { opacity: .7; flex: 1; font-variant-numeric: tabular-nums; }
button { font: inherit; font-size: .85rem; border: 1px solid #8888; border-radius: .5rem; background: none; cursor: pointer; padding: .1rem .6rem; }
a.site { display: flex; align-items: center; gap: .6rem; margin: .35rem 0; padding: .4rem .6rem; border-radius: .5rem; background: #8881; color: inherit; text-decoration: none; animation: arrive .7s; }
a.site:hover { background: #8883; }
a.site.moving { opacity: .45; }
a.site i { width: 1.1rem; height: 1.1rem; border-radius: 50%; flex: none; box-shadow: 0 0 0 1px #8886; }
a.site small { margin-left: auto; opacity: .65; }
@keyframes arrive { from { background: #fc08; transform: translateY(-.3rem); } }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; font-size: .85rem; opacity: .75; font-family: ui-monospace, monospace; }
</style>
</head>
<body>
<h1>Websites and their shards</h1>
<p>Three processes share the websites out. Kill one: its pages stay up, and after two terms of its lease, half a minute, the others have its websites. Click a website to see its page.</p>
<div id="shards"></div>
<ol id="moves"></ol>
<script>
const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props)
  node.append(...children)
  return node
}
const known = new Map()
let since = {}
let last
function siteNode(site) {
  const key = site.namespace + '/' + site.name + '@' + site.shard
  const node = known.get(key) ?? make('a', { target: '_blank', rel: 'noreferrer' })
  known.set(key, node)
  node.className = site.isMoving ? 'site moving' : 'site'
  if (site.url !== undefined) node.href = site.url
  const dot = make('i')
  dot.style.backgroundColor = site.color
  node.replaceChildren(dot, site.name, make('small', { textContent: site.phase === 'Ready' ? site.theme : site.phase }))
  return node
}
function shardNode({ name, state, pid }, sites) {
  if (state !== 'runs') since[name] ??= Date.now()
  else delete since[name]
  const runs = state === 'runs'
  const text = runs ? 'pid ' + pid : state + ', ' + Math.round((Date.now() - since[name]) / 1000) + ' s ago'
  const button = make('button', { textContent: runs ? 'kill -9' : 'start again' })
  button.onclick = () => fetch('/shards/' + name + (runs ? '/kill' : '/start'), { method: 'POST' })
  const head = make('header', {}, make('b', { textContent: name }), make('span', { textContent: text }), button)
  return make('section', { className: runs ? '' : 'gone' }, head, ...sites.map(siteNode))
}
function draw() {
  if (last === undefined) return
  const nodes = last.shards.map((shard) => shardNode(shard, last.sites.filter((site) => site.shard === shard.name)))
  const homeless = last.sites.filter((site) => site.shard === undefined)
  if (homeless.length > 0)
    nodes.push(make('section', { className: 'gone' }, make('header', {}, make('b', { textContent: 'on their way' })), ...homeless.map(siteNode)))
  document.getElementById('shards').replaceChildren(...nodes)
  document.getElementById('moves').replaceChildren(...last.moves.map((line) => make('li', { textContent: line })))
}
new EventSource('/events').onmessage = ({ data }) => { last = JSON.parse(data); draw() }
setInterval(draw, 1000)
</script>
</body>
</html>
`

/** The search of the site: every word typed has to begin a word of the place it finds. */
'use strict'
const { root } = document.documentElement.dataset
const input = document.querySelector('.search input')
const list = document.querySelector('.search ol')
let entries

/** By a script, not by `fetch`: a site that was opened from a folder may load scripts and nothing else. */
function load() {
  entries ??= new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: `${root}search-index.js`, onerror: reject })
    script.onload = () => resolve(globalThis.searchIndex)
    document.head.append(script)
  })
  return entries
}

function scoreOf({ title, heading, words }, typed) {
  const own = `${title} ${heading}`.toLowerCase()
  return typed.reduce((sum, word) => {
    if (sum < 0) return sum
    if (own.includes(word)) return sum + 3
    return words.split(' ').some((one) => one.startsWith(word)) ? sum + 1 : -1
  }, 0)
}

async function show() {
  const typed = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1)
  if (typed.length === 0) return (list.hidden = true)
  const found = (await load())
    .map((entry) => ({ entry, score: scoreOf(entry, typed) }))
    .filter(({ score }) => score > 0)
    .sort((one, two) => two.score - one.score)
    .slice(0, 12)
  list.replaceChildren(...found.map(({ entry }) => itemOf(entry)))
  if (found.length === 0) list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }))
  list.hidden = false
}

function itemOf({ title, heading, url }) {
  const link = Object.assign(document.createElement('a'), { href: root + url, textContent: heading })
  link.append(Object.assign(document.createElement('small'), { textContent: title }))
  const item = document.createElement('li')
  item.append(link)
  return item
}

input.addEventListener('input', () => void show())
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape') list.hidden = true
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) list.hidden = true
})

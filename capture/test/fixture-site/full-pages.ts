import { documentOf, ruler, type PageOf } from './html.ts';

const bare = '<style>body{margin:0}</style>';

/** Returns a section of 600 px with an image that is requested only near the viewport. */
function lazySection(_: unknown, index: number): string {
  const color = `${(index + 16).toString(16)}8040`;
  const image =
    index % 2 === 0
      ? `<img loading="lazy" src="/color/${color}.png" width="300" height="300">`
      : `<img class="observed" data-src="/color/${color}.png" width="300" height="300">`;
  return `<section style="height:600px;background:#eee">${image}</section>`;
}

/** Pages taller than a viewport, each with one feature that makes a full-page capture difficult. */
export const fullPages: Readonly<Record<string, PageOf>> = {
  '/ruler': (url) => documentOf(bare, ruler(Number(url.searchParams.get('h') ?? 6000))),
  '/lazy': () =>
    documentOf(
      bare,
      `${Array.from({ length: 20 }, lazySection).join('')}<script>
      const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src;
      });
      document.querySelectorAll('.observed').forEach((image) => seen.observe(image));
      </script>`,
    ),
  '/pinned': () =>
    documentOf(
      `<style>body{margin:0} header{position:fixed;top:0;left:0;right:0;height:60px;background:#cc2222}
      footer{position:fixed;bottom:0;left:0;right:0;height:40px;background:#2222cc}
      .hero{height:100vh;background:#eeeeee} .s{position:sticky;top:60px;height:30px;background:#22aa22}
      section{height:700px;background:#ffffff}</style>`,
      `<header></header><div class="hero"></div>${'<section><div class="s"></div></section>'.repeat(5)}<footer></footer>`,
    ),
  '/reveal': () =>
    documentOf(
      `<style>html{scroll-behavior:smooth} body{margin:0} section{height:500px;background:#ffffff}
      section.on{background:#228844}</style>`,
      `${'<section></section>'.repeat(12)}<script>
      const look = () => document.querySelectorAll('section').forEach((section) => {
        const { top, bottom } = section.getBoundingClientRect();
        if (top < innerHeight - 50 && bottom > 50) section.className = 'on';
      });
      addEventListener('scroll', look); look();
      </script>`,
    ),
  '/shell': () =>
    documentOf(
      `<style>body{margin:0;height:100vh;display:flex;flex-direction:column}
      header{height:50px;flex:none;background:#cc2222} .row{flex:1;display:flex;min-height:0}
      nav{width:200px;background:#2222cc} main{flex:1;overflow-y:auto}</style>`,
      `<header></header><div class="row"><nav></nav><main>${ruler(5000)}</main></div>`,
    ),
  '/rigid-shell': () =>
    documentOf(
      `<style>body{margin:0} main{height:600px;overflow:auto}</style>`,
      `<main>${ruler(3000)}</main>`,
    ),
  '/wide': () =>
    documentOf(
      bare,
      '<div style="width:2000px;height:900px;background:linear-gradient(90deg,#f00 50%,#00f 50%)"></div>',
    ),
  '/hero-element': () =>
    documentOf(
      `<style>body{margin:0} header{position:fixed;top:0;left:0;right:0;height:80px;background:#cc2222}
      #tall{margin:900px 0 400px 100px;width:400px}</style>`,
      `<header></header><div id="tall">${ruler(2000)}</div>`,
    ),
};

